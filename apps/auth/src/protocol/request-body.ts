import { IncomingMessage } from 'node:http';

/** Returns a request whose body can be read again, because oidc-provider reads the body itself. Checked against oidc-provider 9.13.3. */
export function createRequestWithBody(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  copy.push(body, 'latin1');
  copy.push(null);
  return copy;
}

/**
 * Converts a form into the equivalent GET. oidc-provider accepts no POST at browser endpoints, and browsers and proxies limit the length of
 * URLs.
 */
export function convertFormToGet(request: IncomingMessage, form: string): IncomingMessage {
  const { 'content-type': _type, 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers;
  const url = `${request.url!.split('?', 1)[0]!}?${form}`;
  return Object.assign(createRequestWithBody(request, ''), { method: 'GET', url, headers });
}
