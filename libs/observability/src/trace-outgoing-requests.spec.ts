import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fetch as fetchByPackage } from 'undici';
import { runInTrace, type TraceContext } from './trace-context.js';
import { traceOutgoingRequests } from './trace-outgoing-requests.js';
import { continueTrace, setTracer, type Span, type SpanStart, type Tracer } from './tracer.js';

const TRACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };
const UNSAMPLED = { ...TRACE, isSampled: false };
const SPAN_ID = '1111111111111111';

/** Records all spans as one with the same id. */
class FakeTracer implements Tracer {
  readonly started: { start: SpanStart; parent: TraceContext | null }[] = [];
  readonly ended: Parameters<Span['end']>[0][] = [];

  shouldRecord(): boolean {
    return true;
  }

  start(start: SpanStart, parent: TraceContext | null): Span {
    this.started.push({ start, parent });
    return { context: { ...TRACE, spanId: SPAN_ID }, end: (outcome) => void this.ended.push(outcome) };
  }
}

let server: Server;
let url: string;
let received: IncomingHttpHeaders[];
let tracer: FakeTracer;

beforeAll(async () => {
  traceOutgoingRequests();
  server = createServer((request, response) => {
    received.push(request.headers);
    if (request.url === '/hang-up') return void response.destroy();
    response.writeHead(404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`;
});

beforeEach(() => {
  received = [];
  tracer = new FakeTracer();
});

afterEach(() => setTracer(null));

afterAll(() => server.close().closeAllConnections());

const sendInTrace = (trace: TraceContext | null, send: (url: string) => Promise<{ text(): Promise<string> }>) =>
  runInTrace(trace, async () => (await send(url)).text());

describe('traceOutgoingRequests', () => {
  it.each([
    ['fetch', fetch],
    ['undici', fetchByPackage],
  ])('adds the traceparent of the current trace to a request by %s, and none outside of a trace', async (_what, send) => {
    await sendInTrace(TRACE, send);
    await sendInTrace(UNSAMPLED, send);
    await sendInTrace(null, send);

    const ids = `00-${TRACE.traceId}-${TRACE.spanId}`;
    expect(received.map(({ traceparent }) => traceparent)).toEqual([`${ids}-01`, `${ids}-00`, undefined]);
  });

  it('records a span with the method, host and status of a request, without its path', async () => {
    setTracer(tracer);
    await sendInTrace(TRACE, fetch);
    await sendInTrace(UNSAMPLED, fetch);

    const attributes = { 'http.request.method': 'GET', 'server.address': new URL(url).host };
    expect(tracer.started).toEqual([{ start: { name: 'GET', kind: 'client', attributes }, parent: TRACE }]);
    expect(tracer.ended).toEqual([{ attributes: { 'http.response.status_code': 404 } }]);
    expect(received[0]!['traceparent']).toBe(`00-${TRACE.traceId}-${SPAN_ID}-01`);
  });

  it('ends the span of a failed request with the error', async () => {
    setTracer(tracer);
    const refused = runInTrace(TRACE, () => fetch(url.replace('secret-path', 'hang-up')));

    await expect(refused).rejects.toThrow();
    expect(tracer.ended).toEqual([{ attributes: { 'http.response.status_code': undefined }, error: expect.anything() }]);
  });
});

describe('work that continues the trace of a request', () => {
  const JOB = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
  const sendFromJob = (trace: TraceContext | null) =>
    runInTrace(JOB, () => continueTrace('deliver webhook', trace, async () => (await fetch(url)).text()));

  it('has a new span id each time and the flag of the request, whatever job runs it', async () => {
    for (const trace of [TRACE, TRACE, UNSAMPLED, null]) await sendFromJob(trace);

    const parents = received.map(({ traceparent }) => traceparent as string | undefined);
    const ids = new RegExp(`^00-${TRACE.traceId}-(?!${TRACE.spanId}|0{16})[0-9a-f]{16}-0[01]$`);
    expect(parents).toEqual([...Array.from({ length: 3 }, () => expect.stringMatching(ids)), undefined]);
    expect(parents.map((parent) => parent?.slice(-2))).toEqual(['01', '01', '00', undefined]);
    expect(new Set(parents).size).toBe(4);
  });

  it('has its own span if the request is recorded', async () => {
    setTracer(tracer);
    for (const trace of [TRACE, UNSAMPLED, null]) await sendFromJob(trace);

    expect(tracer.started.map(({ start, parent }) => [start.name, start.kind, parent])).toEqual([
      ['deliver webhook', 'consumer', TRACE],
      ['GET', 'client', { ...TRACE, spanId: SPAN_ID }],
    ]);
    expect(tracer.ended).toHaveLength(2);
  });
});
