import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, sendProblem, type ProblemKind } from '@latchkey/problem';
import { newTokenId } from '@latchkey/crypto';
import { findRepeatedHeader } from './repeated-header.js';

/** Milliseconds that a client may take to send its headers, and the whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Longer than the idle timeout of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Maximum size of a request's target and headers together. */
const MAX_HEAD_BYTES = 16_384;

/** Connections whose request may take longer than others, as long as its body does not pause. */
const slowBodies = new WeakSet<Socket>();

/** Lets the body of a request take any time. A pause as long as another request may take ends its connection. */
export function permitSlowBody(request: IncomingMessage): void {
  const { socket } = request;
  slowBodies.add(socket);
  socket.setTimeout(REQUEST_TIMEOUT_MS);
  request.once('close', () => {
    slowBodies.delete(socket);
    socket.setTimeout(0);
  });
}

interface ProtocolError {
  kind: ProblemKind;
  line: string;
  detail: string;
}

const HEAD_TOO_LONG: ProtocolError = {
  kind: 'invalid-request',
  line: '431 Request Header Fields Too Large',
  detail: 'The headers must not exceed 16 KiB.',
};
const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const PROTOCOL_ERRORS: Readonly<Record<string, ProtocolError>> = {
  [REQUEST_TIMEOUT]: { kind: 'request-timeout', line: '408 Request Timeout', detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: HEAD_TOO_LONG,
};
const UNREADABLE: ProtocolError = {
  kind: 'invalid-request',
  line: '400 Bad Request',
  detail: 'The request is not valid HTTP/1.1 (RFC 9112).',
};
const NO_TUNNEL: ProtocolError = {
  kind: 'invalid-request',
  line: '400 Bad Request',
  detail: 'This server is not a proxy and does not support CONNECT.',
};
const HOST = /^host$/i;

/** Headers for the rejection of a request; null if it could not be read. */
export type RefusalHeaders = (request: IncomingMessage | null) => Readonly<Record<string, string>>;

export interface HttpServerOptions {
  /** How much longer target and headers may be with a query, whose limit the listener enforces. */
  queryBytes?: number | undefined;
  /** Added to the rejections of requests that do not reach the listener. */
  refusalHeaders?: RefusalHeaders | undefined;
}

/** An HTTP server that cuts off slow clients and answers unreadable requests with a problem document. */
export function createHttpServer(
  listener: RequestListener,
  { queryBytes = 0, refusalHeaders = () => ({}) }: HttpServerOptions = {},
): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // Node.js's own rejection has no body.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEAD_BYTES + queryBytes,
    },
    (request, response) => {
      const repeated = findRepeatedHeader(request);
      const isHostValid = hasValidHost(request);
      if (isHostValid && repeated === null && !(queryBytes > 0 && isHeadTooLong(request))) return listener(request, response);
      response.setHeaders(new Map(Object.entries(refusalHeaders(request))));
      if (!isHostValid) refuseHost(response);
      else if (repeated !== null) refuseRepetition(response, repeated);
      else refuseHead(response);
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node.js reports the timeout of a request once, and leaves the connection as it is.
    if (error.code === REQUEST_TIMEOUT && slowBodies.has(socket)) return;
    refuse(error, socket, refusalHeaders(null));
  });
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket));
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1); Node.js would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Whether there is one Host header, or none with HTTP/1.0, which does not require it: RFC 9112 section 3.2. */
function hasValidHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) if (rawHeaders[name]!.length === 4 && HOST.test(rawHeaders[name]!)) hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/** Whether target and headers are too long, without the query. */
function isHeadTooLong({ url = '', rawHeaders }: IncomingMessage): boolean {
  let length = url.includes('?') ? url.indexOf('?') : url.length;
  for (const text of rawHeaders) length += text.length;
  return length > MAX_HEAD_BYTES;
}

function refuseHead(response: ServerResponse): void {
  const { headers, body } = answerOf(HEAD_TOO_LONG);
  response.writeHead(431, headers).end(body);
}

function refuseHost(response: ServerResponse): void {
  refuseHeaders(response, 'An HTTP/1.1 request must have exactly one Host header.');
}

function refuseRepetition(response: ServerResponse, name: string): void {
  refuseHeaders(response, `The header ${name} must occur only once. Nothing was done, because the values may contradict each other.`);
}

function refuseHeaders(response: ServerResponse, detail: string): void {
  const requestId = newTokenId();
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Connection', 'close');
  const problem = new Problem('invalid-request', detail);
  sendProblem(response, problem, { requestId, report: () => undefined });
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, more: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answer(socket, PROTOCOL_ERRORS[error.code ?? ''] ?? UNREADABLE, more);
}

/** Node.js would close the connection without a response. It no longer handles the connection's errors or its end. */
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  answer(socket, NO_TUNNEL);
  socket.destroySoon();
}

/** Sends a response outside Node.js's response objects, and closes the connection. */
function answer(socket: Socket, protocolError: ProtocolError, more: Readonly<Record<string, string>> = {}): void {
  const { headers, body } = answerOf(protocolError);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${protocolError.line}\r\n${lines.join('')}\r\n${body}`);
}

function answerOf({ kind, line, detail }: ProtocolError): { headers: Record<string, string | number>; body: string } {
  const requestId = newTokenId();
  const document = { ...new Problem(kind, detail).toDocument(requestId), status: Number(line.slice(0, 3)) };
  const body = JSON.stringify(document);
  const headers = {
    Connection: 'close',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'X-Request-Id': requestId,
    'Content-Length': Buffer.byteLength(body),
  };
  return { headers, body };
}
