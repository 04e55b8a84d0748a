import { request as httpRequest } from 'node:http';

/**
 * @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }} Answer
 * @typedef {{ port: number, method: string, path: string, headers?: Record<string, string>, body?: string, agent?: import('node:http').Agent }} Call
 */

const TIMEOUT_MS = 10_000;

/**
 * Sends one request to 127.0.0.1. (`fetch` does not set `Host`, which selects the domain.)
 *
 * @param {Call} call without an agent, the connection is a new one
 *
 * @returns {Promise<Answer>}
 */
export function send({ port, method, path, headers = {}, body = '', agent }) {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: agent ?? false,
      timeout: TIMEOUT_MS,
    };
    const request = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer to ${method} ${path} in ${TIMEOUT_MS} ms`)));
    request.on('error', reject).end(body);
  });
}

/** @type {(port: number, path: string, host?: string) => Promise<Answer>} */
export function get(port, path, host) {
  return send({ port, method: 'GET', path, headers: host ? { host } : {} });
}

/** @type {(clientId: string, secret: string) => string} the credentials of RFC 6749 section 2.3.1 */
export function basic(clientId, secret) {
  return `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}

/**
 * A request as bytes, for a LoadConnection.
 *
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} call
 */
export function encodeCall({ method, path, headers, body = '' }) {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...length];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
