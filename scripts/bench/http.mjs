import { request as httpRequest } from 'node:http';

/**
 * @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }} Answer
 * @typedef {{ port: number, method: string, path: string, headers?: Record<string, string>, body?: string }} Call
 */

const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends one request to 127.0.0.1 on a new connection. (`fetch` refuses to set `Host`, which chooses the domain.)
 *
 * @param {Call} call
 * @returns {Promise<Answer>}
 */
export function send({ port, method, path, headers = {}, body = '' }) {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
      timeout: TIMEOUT_MILLISECONDS,
    };
    const request = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${path} in ${TIMEOUT_MILLISECONDS} ms`)));
    request.on('error', reject).end(body);
  });
}

/**
 * @param {number} port
 * @param {string} path
 * @param {string} [host]
 */
export function get(port, path, host) {
  return send({ port, method: 'GET', path, headers: host ? { host } : {} });
}

/**
 * @param {number} port
 * @param {import('./load.mjs').TokenRequest} request
 */
export function requestToken(port, { host, authorization, body, headers = {} }) {
  /** @type {Record<string, string>} */
  const sent = { host, 'content-type': 'application/x-www-form-urlencoded', ...headers };
  if (authorization) sent['authorization'] = authorization;
  return send({ port, method: 'POST', path: '/connect/token', headers: sent, body });
}

/**
 * The Basic credentials of RFC 6749 section 2.3.1.
 *
 * @param {string} clientId
 * @param {string} secret
 */
export function basic(clientId, secret) {
  return `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}
