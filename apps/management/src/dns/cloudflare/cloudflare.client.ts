import { findSafeFetchError, SafeFetchClient } from '@latchkey/outgoing';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { CloudflareError } from './cloudflare.error.js';
import { readResponse, type Success } from './cloudflare-response.js';

export interface CloudflareClientOptions {
  token: string;
  /** The base URL of the API, if it is reachable only through a proxy. It may be any URL. */
  url?: string | undefined;
  /** Whether requests to Cloudflare itself may use only https and public addresses. */
  production: boolean;
  /** The zone that contains the domains' names. Errors do not contain them. */
  zone: string;
}

interface CloudflareRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  signal: AbortSignal;
}

const API_URL = 'https://api.cloudflare.com/client/v4';
/** The timeout of one attempt in milliseconds. */
const TIMEOUT_MS = 2_500;
const MAX_READ_ATTEMPTS = 3;
/** Milliseconds before the second attempt; twice as many before the third. */
const RETRY_DELAY_MS = 400;
/** Milliseconds. An operation has no time for a longer wait. */
const MAX_RETRY_AFTER_MS = 2_000;
const PAGE_SIZE = 100;

/** The REST API of Cloudflare, version 4. */
export class CloudflareClient {
  private readonly http: SafeFetchClient;
  private readonly baseUrl: string;

  constructor(private readonly options: CloudflareClientOptions) {
    const { url, production } = options;
    this.http = new SafeFetchClient({ production, configured: url !== undefined, timeout: TIMEOUT_MS });
    this.baseUrl = (url ?? API_URL).replace(/\/$/, '');
  }

  /**
   * Reads all pages of a list. Failed reads are repeated a few times.
   * @throws DnsError
   */
  async list<T>(path: string, item: z.ZodType<T>, { query, signal }: { query: Record<string, string>; signal: AbortSignal }): Promise<T[]> {
    const items: T[] = [];
    for (let page = 1; ; page += 1) {
      const search = new URLSearchParams({ ...query, page: String(page), per_page: String(PAGE_SIZE) });
      const { result, result_info } = await this.read({ method: 'GET', path: `${path}?${search}`, signal });
      const found = z.array(item).parse(result);
      items.push(...found);
      if (found.length === 0 || page >= (result_info?.total_pages ?? 1)) return items;
    }
  }

  /**
   * Sends a change once. If no response arrives, the change may have been applied.
   *
   * @throws DnsError
   */
  async post(path: string, body: unknown, signal: AbortSignal): Promise<void> {
    await this.send({ method: 'POST', path, body, signal });
  }

  private async read(request: CloudflareRequest): Promise<Success> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.send(request);
      } catch (error) {
        if (!(error instanceof CloudflareError) || error.permanent || attempt === MAX_READ_ATTEMPTS) throw error;
        const wait = error.retryAfterMs ?? RETRY_DELAY_MS * attempt;
        if (wait > MAX_RETRY_AFTER_MS) throw error;
        await delay(wait, undefined, { signal: request.signal });
      }
    }
  }

  private async send({ method, path, body, signal }: CloudflareRequest): Promise<Success> {
    const { token, zone } = this.options;
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Content-Type': 'application/json' };
    const init = { method, headers, signal, body: body === undefined ? null : JSON.stringify(body) };
    try {
      return await readResponse(await this.http.fetch(`${this.baseUrl}${path}`, init), [token, zone]);
    } catch (error) {
      const failure = findSafeFetchError(error);
      throw failure ? new CloudflareError(`Cloudflare ${failure.message} (${failure.reason || failure.kind})`, false) : error;
    }
  }
}
