import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, sendProblem, type ProblemKind } from '@latchkey/problem';
import { newTokenId } from '@latchkey/crypto';

/** Milliseconds that a client may take to send its headers, and the whole request. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 15_000;
/** Longer than the idle timeout of the usual load balancers (60 s), so that it is them who close. */
const KEEP_ALIVE_TIMEOUT = 65_000;

const FAULTS: Readonly<Record<string, { kind: ProblemKind; line: string; detail: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'request-timeout', line: '408 Request Timeout', detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: {
    kind: 'invalid-request',
    line: '431 Request Header Fields Too Large',
    detail: 'The headers may have at most 16 KiB.',
  },
};
const HOST = /^host$/i;
const UNREADABLE = { kind: 'invalid-request', line: '400 Bad Request', detail: 'The request is not HTTP/1.1 as of RFC 9112.' } as const;

/** An HTTP server that cuts off slow clients and answers unreadable requests with a problem document. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      connectionsCheckingInterval: 1_000,
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    (request, response) => {
      if (hasItsHost(request)) listener(request, response);
      else refuseHost(response);
    },
  );
  server.on('clientError', refuse);
  // An expectation that nobody knows may be passed over (RFC 9110 section 10.1.1); Node would refuse it, without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Whether there is one Host header, or none where HTTP/1.0 needs none: RFC 9112 section 3.2. */
function hasItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) if (rawHeaders[name]!.length === 4 && HOST.test(rawHeaders[name]!)) hosts += 1;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

function refuseHost(response: ServerResponse): void {
  const requestId = newTokenId();
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Connection', 'close');
  const problem = new Problem('invalid-request', 'A request of HTTP/1.1 must have one Host header.');
  sendProblem(response, problem, { requestId, report: () => undefined });
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { kind, line, detail } = FAULTS[error.code ?? ''] ?? UNREADABLE;
  const status = Number(line.slice(0, 3));
  const requestId = newTokenId();
  const document = { ...new Problem(kind, detail).toDocument(requestId), status };
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
