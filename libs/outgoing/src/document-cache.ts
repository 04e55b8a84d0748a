import { LRUCache } from 'lru-cache';
import type { OutgoingClient, OutgoingRequest } from './outgoing-client.js';

interface Document {
  body: ArrayBuffer;
  status: number;
  headers: Headers;
  /** By the clock of the cache, in milliseconds. */
  readAt: number;
}

/** Seconds that a document is kept: the least and the most that it may ask for, and what holds if it asks for nothing. */
const KEPT = { least: 10, standard: 300, most: 3_600 };
const MOST_DOCUMENTS = 2_000;
/** Bytes of all documents together. */
const MOST_SIZE = 64 * 1_048_576;
/** What a document takes beside its body. */
const OVERHEAD = 1_024;

/** Keeps what providers publish of themselves: their metadata and their keys. What one domain was told is not told another. */
export class DocumentCache {
  private readonly documents: LRUCache<string, Document, string>;

  constructor(
    private readonly client: Pick<OutgoingClient, 'fetch'>,
    private readonly clock: { now(): number } = performance,
  ) {
    this.documents = new LRUCache({
      perf: clock,
      ttlResolution: 0,
      max: MOST_DOCUMENTS,
      maxSize: MOST_SIZE,
      sizeCalculation: ({ body }, key) => body.byteLength + key.length + OVERHEAD,
      fetchMethod: async (_key, _stale, { options, context: url }) => {
        const document = await this.read(url);
        options.ttl = document.status === 200 ? lifetimeOf(document.headers) * 1_000 : 1;
        return document;
      },
    });
  }

  /**
   * A `fetch` for the requests of one domain. A plain GET may be answered from what is kept; whatever speaks for somebody never is.
   *
   * @param owner whose documents they are: what one was told is not told another
   * @param reload what is kept does not do, since a key is not in it: it is asked for again, if it is not brand-new
   */
  fetchFor(owner: string, { reload = false } = {}): (url: string | URL, request?: OutgoingRequest) => Promise<Response> {
    return async (url, request = {}) => {
      if (!isPlain(request)) return this.client.fetch(url, request);
      const key = `${owner} ${String(url)}`;
      const forceRefresh = reload && !this.isNew(key);
      const { body, status, headers } = await this.documents.forceFetch(key, { context: String(url), forceRefresh });
      return new Response(body.byteLength === 0 ? null : body, { status, headers });
    };
  }

  private async read(url: string): Promise<Document> {
    const response = await this.client.fetch(url, { headers: { accept: 'application/json' } });
    return { body: await response.arrayBuffer(), status: response.status, headers: response.headers, readAt: this.clock.now() };
  }

  private isNew(key: string): boolean {
    const kept = this.documents.peek(key);
    return kept !== undefined && this.clock.now() - kept.readAt < KEPT.least * 1_000;
  }
}

function isPlain({ method = 'GET', headers, body }: OutgoingRequest): boolean {
  return method === 'GET' && (body ?? null) === null && !new Headers(headers).has('authorization');
}

/** RFC 9111 section 5.2.2, in seconds. */
function lifetimeOf(headers: Headers): number {
  const control = headers.get('cache-control') ?? '';
  if (/\bno-(store|cache)\b/i.test(control)) return KEPT.least;
  const [, age] = /\bmax-age="?(\d{1,9})/i.exec(control) ?? [];
  return Math.min(Math.max(Number(age ?? KEPT.standard), KEPT.least), KEPT.most);
}
