/**
 * A token request as bytes.
 *
 * @param {import('./load.mjs').TokenRequest} request
 */
export function encode({ host, authorization, body, headers = {} }) {
  const head = [
    'POST /connect/token HTTP/1.1',
    `Host: ${host}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Any request as bytes.
 *
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} call
 */
export function encodeCall({ method, path, headers, body = '' }) {
  const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...length];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
