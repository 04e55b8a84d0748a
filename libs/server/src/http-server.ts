import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemKind } from '@latchkey/problem';
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
const UNREADABLE = { kind: 'invalid-request', line: '400 Bad Request', detail: 'The request is not HTTP/1.1 as of RFC 9112.' } as const;

/** An HTTP server that cuts off slow clients and answers unreadable requests with a problem document. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: true,
    },
    listener,
  );
  server.on('clientError', refuse);
  return server;
}

function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { kind, line, detail } = FAULTS[error.code ?? ''] ?? UNREADABLE;
  const status = Number(line.slice(0, 3));
  const document = { ...new Problem(kind, detail).toDocument(newTokenId()), status };
  const body = JSON.stringify(document);
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
