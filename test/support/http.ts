import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Call {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** An array is sent chunk by chunk, without a Content-Length. */
  body?: string | Buffer | readonly (string | Buffer)[] | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; undefined if it is empty. */
  json: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Sends a request unchanged, without added headers or checks: fetch would refuse malformed requests. The server may close a kept-alive
 * connection just as it is reused; in that case, a request that changes nothing is sent once more.
 */
export async function send(url: string, call: Call = {}): Promise<Answer> {
  try {
    return await sendOnce(url, call);
  } catch (error) {
    if (!(error instanceof StaleConnection) || !SAFE.has(call.method ?? 'GET')) throw error;
    return sendOnce(url, call);
  }
}

/** Closes the kept connections to a server. */
export function closeIdleConnections(port: number): void {
  const idle = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
  for (const socket of idle) if (socket.remotePort === port) socket.destroy();
}

class StaleConnection extends Error {}

async function sendOnce(url: string, { method = 'GET', headers = {}, body }: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  // With "Expect: 100-continue", the headers are sent as soon as the request exists.
  const length = body === undefined || Array.isArray(body) ? {} : { 'Content-Length': Buffer.byteLength(body as string | Buffer) };
  const request = httpRequest(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
    text(response).then(
      (content) =>
        resolve({ status: response.statusCode!, headers: response.headers, text: content, json: parse(content, response.headers) }),
      reject,
    );
  });
  request.once('error', (error: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && error.code === 'ECONNRESET';
    reject(isStale ? new StaleConnection(error.message, { cause: error }) : error);
  });
  if (Array.isArray(body)) for (const chunk of body) request.write(chunk);
  else if (body !== undefined) request.write(body);
  request.end();
  return promise;
}

/** The status of an answer, and the problem type if it is a problem. */
export function kindOf({ status, json }: Answer): string {
  return `${status} ${(json as { type?: string } | undefined)?.type ?? ''}`.trimEnd();
}

/** Sends bytes that need not be HTTP, and waits until the server has closed the connection. */
export async function sendBytes(port: number, bytes: string): Promise<Answer> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(bytes, 'latin1');
  const [head = '', content = ''] = (await text(socket)).split(/\r\n\r\n([^]*)/);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text: content, json: parse(content, headers) };
}

function parse(content: string, headers: IncomingHttpHeaders): unknown {
  const isJson = /(?<!nd)json|text\/plain/.test(headers['content-type'] ?? '') && /^[[{"]/.test(content);
  return isJson ? (JSON.parse(content) as unknown) : undefined;
}
