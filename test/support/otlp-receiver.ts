import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually } from './eventually.js';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

export interface ReceivedSpan {
  service: string;
  traceId: string;
  id: string;
  parent: string | undefined;
  name: string;
  attributes: Record<string, string | number | undefined>;
}

/** The caller's span in `startTrace`. */
export const CALLER = '00f067aa0ba902b7';

/** A new trace, as a caller starts it. */
export function startTrace(isSampled = true): { traceId: string; headers: { traceparent: string } } {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, headers: { traceparent: `00-${traceId}-${CALLER}-${isSampled ? '01' : '00'}` } };
}

/** The first span with a name. */
export function findSpan(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  return spans.find((span) => span.name === name)!;
}

/** A receiver of traces: OTLP over HTTP, in JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      receiver.take((await json(request)) as SentTraces);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    };
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    const receiver = new OtlpReceiver(server);
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  /** Waits for spans of a trace, until their names are complete. */
  waitFor(traceId: string, isComplete: (names: string[]) => boolean): Promise<ReceivedSpan[]> {
    return eventually(() => (isComplete(this.of(traceId).map(({ name }) => name)) ? this.of(traceId) : null));
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }

  private take({ resourceSpans }: SentTraces): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(toRecord(resource.attributes)['service.name']);
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ service, traceId, id: spanId, parent: parentSpanId, name, attributes: toRecord(attributes) });
    }
  }
}

function toRecord(attributes: SentSpan['attributes']): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
