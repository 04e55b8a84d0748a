import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordLine } from './zone-under-test.js';

/** A record as stored by a provider. */
export interface KeptRecord {
  id: string;
  name: string;
  type: string;
  value: string;
  ttl: number;
}

export interface ProviderRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ProviderAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** How a request is handled; `error` and `throttle` happen before the change, the others after it. */
export type Behavior = 'well' | 'error' | 'throttle' | 'hang' | 'hang-up';

/** The percentage of requests, and of reads, that fail by default. */
const BEHAVIORS: [Behavior, number][] = [
  ['error', 5],
  ['throttle', 3],
  ['hang-up', 3],
  ['hang', 0.5],
];
const STALE = 25;
/** Milliseconds. */
const MAX_DELAY_MS = 20;
const MAX_READ_AGE_MS = 300;

/** Numbers from 0 to 1, determined by a seed (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The API of a DNS provider that misbehaves: a real HTTP server on loopback whose faults are determined by its seed. */
export abstract class MisbehavingServer {
  readonly seed = Number(process.env['DNS_SEED'] ?? Date.now() % 1_000_000);
  /** Its treatment of each request. */
  readonly conducts: Behavior[] = [];
  private readonly random = randomBy(this.seed);
  private readonly history: { at: number; records: readonly KeptRecord[] }[] = [{ at: 0, records: [] }];
  private readonly server: Server;
  private readonly forced: Behavior[] = [];
  private behaving = false;

  constructor(readonly zone: string) {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  protected abstract answer(request: ProviderRequest): ProviderAnswer;
  protected abstract failure(kind: 'error' | 'throttle'): ProviderAnswer;

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    process.stdout.write(`${this.constructor.name}: DNS_SEED=${this.seed}\n`);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Makes it behave correctly from now on, or no longer. */
  behave(well = true): void {
    this.behaving = well;
  }

  /** Determines how the next requests are treated. */
  next(...conducts: Behavior[]): void {
    this.forced.push(...conducts);
  }

  /** Drops the planned treatment of further requests. */
  forget(): void {
    this.forced.length = 0;
  }

  get records(): readonly KeptRecord[] {
    return this.history.at(-1)!.records;
  }

  protected set records(records: readonly KeptRecord[]) {
    this.history.push({ at: performance.now(), records });
  }

  /** Waits until no read returns an older state than now. */
  async untilSettled(): Promise<void> {
    await delay(MAX_READ_AGE_MS);
  }

  /** The result of a read, which is sometimes the state of a moment ago. */
  protected readRecords(): readonly KeptRecord[] {
    const isStale = !this.behaving && this.random() * 100 < STALE;
    const at = performance.now() - (isStale ? this.random() * MAX_READ_AGE_MS : 0);
    return this.history.findLast((state) => state.at <= at)!.records;
  }

  contents(): Promise<RecordLine[]> {
    return Promise.resolve(this.records.map(({ name, type, value }) => `${name} ${type} ${value}` as const).toSorted());
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const conduct = this.chooseBehavior();
    this.conducts.push(conduct);
    if (!this.behaving) await delay(this.random() * MAX_DELAY_MS);
    if (conduct === 'error' || conduct === 'throttle') return send(response, this.failure(conduct));
    const { method = '', url = '', headers } = request;
    const answer = this.answer({ method, url: new URL(url, this.url), headers, body: Buffer.concat(chunks).toString('utf8') });
    if (conduct === 'well') send(response, answer);
    else if (conduct === 'hang-up') response.destroy();
  }

  private chooseBehavior(): Behavior {
    const forced = this.forced.shift();
    if (forced !== undefined) return forced;
    let luck = this.behaving ? 100 : this.random() * 100;
    for (const [conduct, share] of BEHAVIORS) if ((luck -= share) < 0) return conduct;
    return 'well';
  }
}

function send(response: ServerResponse, { status, headers, body }: ProviderAnswer): void {
  response.writeHead(status, headers).end(body);
}
