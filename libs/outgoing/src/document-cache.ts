import { parseBoundedJson } from '@latchkey/crypto';
import { LRUCache } from 'lru-cache';
import { getCacheLifetime } from './cache-lifetime.js';
import type { SafeFetchClient, SafeFetchRequest } from './safe-fetch.client.js';

/** The key of a document: its URL and owner. */
interface Asking {
  url: string;
  owner: string;
}

interface Document {
  body: ArrayBuffer;
  status: number;
  headers: Headers;
  /** The parsed body; absent until it is parsed. */
  json?: { value: unknown };
}

/** A parsed document. */
export interface JsonDocument {
  status: number;
  /** The same object for as long as the document is cached; undefined if it is not JSON. */
  json: unknown;
}

/** Seconds for which a document is cached: minimum, maximum, and the default without cache headers. */
const KEPT = { min: 10, default: 300, max: 3_600 };
/** Seconds between two forced reloads of a document, across all callers. */
const RELOADED_EVERY = 30;
const MAX_DOCUMENTS = 2_000;
/** Bytes of all documents together. */
const MAX_SIZE_BYTES = 64 * 1_048_576;
/** The memory of a document besides its body. */
const OVERHEAD = 1_024;

/** Caches the metadata and keys of identity providers, for each domain separately. */
export class DocumentCache {
  private readonly documents: LRUCache<string, Document, Asking>;
  /** Documents that were refetched a moment ago. */
  private readonly reloaded: LRUCache<string, true>;

  constructor(
    private readonly client: Pick<SafeFetchClient, 'fetch'>,
    clock: { now(): number } = performance,
  ) {
    const bounds = { perf: clock, ttlResolution: 0, max: MAX_DOCUMENTS };
    this.reloaded = new LRUCache({ ...bounds, ttl: RELOADED_EVERY * 1_000 });
    this.documents = new LRUCache({
      ...bounds,
      maxSize: MAX_SIZE_BYTES,
      // Removes each document when it expires, because those of deleted domains are never requested again.
      ttlAutopurge: true,
      // A fetch in progress at that time, or one without room in the cache, still answers its waiting request.
      ignoreFetchAbort: true,
      sizeCalculation: ({ body, headers }, key) => body.byteLength + measureHeaders(headers) + key.length + OVERHEAD,
      fetchMethod: async (_key, _stale, { options, context }) => {
        const document = await this.read(context);
        if (document.status !== 200 && options.allowStaleOnFetchRejection) throw new Error('the cached document is better than an error');
        options.ttl = document.status === 200 ? getCacheLifetime(document.headers, KEPT) * 1_000 : 1;
        return document;
      },
    });
  }

  /**
   * A `fetch` for the requests of one domain. A plain GET can be answered from the cache; a request with credentials never is.
   *
   * @param owner of the documents, which owners do not share
   *
   * @param reload refetches an insufficient document, for example one that lacks a key; at most every half minute, and the cached one stays
   * if that fails
   */
  fetchFor(owner: string, { reload = false } = {}): (url: string | URL, request?: SafeFetchRequest) => Promise<Response> {
    return async (url, request = {}) => {
      if (!isPlain(request)) return this.client.fetch(url, { ...request, owner });
      const { body, status, headers } = await this.load({ url: String(url), owner }, reload);
      return new Response(body.byteLength === 0 ? null : body, { status, headers });
    };
  }

  /** A document as JSON, parsed once while it is cached. @param reload as in `fetchFor` @throws SafeFetchError */
  async getJson(url: string, owner: string, { reload = false } = {}): Promise<JsonDocument> {
    const document = await this.load({ url, owner }, reload);
    document.json ??= { value: parseDocument(document.body) };
    return { status: document.status, json: document.json.value };
  }

  private load(context: Asking, reload: boolean): Promise<Document> {
    const key = `${context.owner} ${context.url}`;
    const forceRefresh = reload && this.canReload(key);
    return this.documents.forceFetch(key, { context, forceRefresh, allowStaleOnFetchRejection: forceRefresh });
  }

  private async read({ url, owner }: Asking): Promise<Document> {
    const response = await this.client.fetch(url, { headers: { accept: 'application/json' }, owner });
    return { body: await response.arrayBuffer(), status: response.status, headers: response.headers };
  }

  private canReload(key: string): boolean {
    if (!this.documents.has(key) || this.reloaded.has(key)) return false;
    this.reloaded.set(key, true);
    return true;
  }
}

/** Counts the characters of names and values, because the other party can send as many as the client accepts. */
function measureHeaders(headers: Headers): number {
  let length = 0;
  for (const [name, value] of headers) length += name.length + value.length;
  return length;
}

function isPlain({ method = 'GET', headers, body }: SafeFetchRequest): boolean {
  return method === 'GET' && (body ?? null) === null && !new Headers(headers).has('authorization');
}

function parseDocument(body: ArrayBuffer): unknown {
  try {
    return parseBoundedJson(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
