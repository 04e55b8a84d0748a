/**
 * A token request as bytes.
 *
 * @param {import('./load.mjs').TokenRequest} request
 */
export function encode({ host, authorization, body }) {
  const head = [
    'POST /connect/token HTTP/1.1',
    `Host: ${host}`,
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
