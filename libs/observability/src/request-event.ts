import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Problem } from '@latchkey/problem';
import { parseTraceparent, type TraceContext } from './trace-context.js';
import { selectTrace, startEntrySpan, type Span, type SpanStart } from './tracer.js';

/** The span is named after the request's route once that is known. */
const REQUEST_SPAN: SpanStart = { name: 'request', kind: 'server' };
const ACCEPTED_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The log event of one request: filled while it is handled, logged when it ends. */
export class RequestEvent {
  readonly startedAt = performance.now();
  readonly requestId: string;
  /** The path template, never the path itself, because it is a metrics label, and paths can contain secrets. */
  route = 'unmatched';
  domain: string | undefined;
  client: string | undefined;
  /** The id of the API key. */
  apiKey: string | undefined;
  /** The id of the operator. */
  operator: string | undefined;
  /** The problem type or the OAuth error code of the response. */
  problem: string | undefined;
  cause: unknown;
  /** The trace of the request: that of its `traceparent` header, or of its span; null if it has none. */
  readonly trace: TraceContext | null;
  /** Null unless the request is recorded. */
  readonly span: Span | null;

  constructor({ 'x-request-id': callersId, traceparent }: IncomingHttpHeaders, newId: () => string) {
    this.requestId =
      typeof callersId === 'string' &&
      // control: a request id of the caller is limited in length and characters
      ACCEPTED_REQUEST_ID.test(callersId)
        ? callersId
        : newId();
    const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
    this.span = startEntrySpan(REQUEST_SPAN, caller);
    this.trace = selectTrace(this.span, caller);
  }

  get traceId(): string | null {
    return this.trace?.traceId ?? null;
  }

  report(problem: Problem): void {
    this.problem = problem.kind;
    if (problem.status >= 500) this.cause = problem.cause;
  }
}

/** A property instead of a WeakMap, which would make the garbage collector work for every request. */
const EVENT = Symbol('request event');

type Observed = IncomingMessage & { [EVENT]?: RequestEvent };

export function attachRequestEvent(request: Observed, event: RequestEvent): void {
  request[EVENT] = event;
}

/** The event of the current request. */
export function getRequestEvent({ req }: { req: Observed }): RequestEvent {
  const event = req[EVENT];
  if (!event) throw new Error('the request is not observed: register observeRequests before all others');
  return event;
}

/** The response header with the id of a request. */
export const REQUEST_ID = 'X-Request-Id';

/** Adds the id of the request to every response. */
export function setRequestIdHeader(response: ServerResponse): void {
  response.setHeader(REQUEST_ID, getRequestEvent(response).requestId);
}
