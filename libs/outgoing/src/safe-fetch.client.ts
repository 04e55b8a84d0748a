import { Agent, ProxyAgent, fetch as send, type Dispatcher, type RequestInit as SendInit, type Response as Answer } from 'undici';
import type { OutgoingPolicy } from '@latchkey/config';
import { USER_AGENT } from '@latchkey/observability';
import { refuseInTransaction } from '@latchkey/persistence';
import { KeyedSemaphore } from '@latchkey/server';
import { AddressGuard } from './address-guard.js';
import { ConfiguredTargetGuard } from './configured-target-guard.js';
import { checkContent, readBeginning, readBody } from './response-body.js';
import { explain } from './explain.js';
import { fixedConnectOptions, guardedConnector } from './guarded-connector.js';
import { parseRetryAfter } from './retry-after.js';
import { SafeFetchError } from './safe-fetch.error.js';
import { createDnsResolver, type Resolve } from './resolve.js';
import { targetOf, type TargetGuard } from './target-guard.js';

export interface SafeFetchOptions extends OutgoingPolicy {
  /** Whether the operator of the service has configured the targets. Any address is then permitted, and no proxy is used. */
  configured?: boolean;
  /** Resolves names instead of DNS and the system. */
  resolve?: Resolve;
  /** Milliseconds for a whole request once its turn has come: name resolution, connection, response and body. */
  timeout?: number;
}

/** The part of a `fetch` request that OAuth libraries use. */
export interface SafeFetchRequest {
  method?: string;
  headers?: Record<string, string> | Headers;
  body?: string | URLSearchParams | Uint8Array | null;
  signal?: AbortSignal | null | undefined;
  /** The owner of the request: each owner has a separate limit on concurrency. */
  owner?: string;
  /** The limit on the decompressed response body, if it is less than the client's. */
  maxBytes?: number;
}

/** The response to a notification. */
export interface Notified {
  /** Any status, including that of a redirect, which is not followed. */
  status: number;
  /** Seconds that the receiver asks to wait; null if it does not ask. */
  retryAfter: number | null;
}

const TIMEOUT = 3_000;
/** The longest wait of a request for its turn, in multiples of the timeout. */
const WAITS = 3;
/** Maximum number of concurrent requests of one owner to one origin. */
const MAX_CONCURRENT_REQUESTS = 8;
/** Per origin, in bytes: see MAX_BYTES for the limit on a decompressed body. */
const LIMITS = { connections: 256, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 10_000, maxHeaderSize: 16_384 };

const ADVICE = 'name an address with https that the whole Internet can reach';

/**
 * The only client for URLs that an operator of a domain has entered: https to permitted addresses, without redirects, with limits on time
 * and size. A client for a configured target has the same limits, except on addresses.
 *
 * A proxy resolves names itself, so then only names and literal addresses are checked.
 */
export class SafeFetchClient {
  private readonly guard: TargetGuard;
  private readonly agent: Dispatcher;
  private readonly timeout: number;
  private readonly turns = new KeyedSemaphore(MAX_CONCURRENT_REQUESTS);

  constructor({ configured = false, resolve, timeout = TIMEOUT, proxy, ...policy }: SafeFetchOptions) {
    this.guard = configured ? new ConfiguredTargetGuard() : new AddressGuard(policy, resolve ?? createDnsResolver(), resolve);
    this.timeout = timeout;
    this.agent =
      proxy === undefined || configured
        ? new Agent({ ...LIMITS, connect: guardedConnector(this.guard, timeout) })
        : createProxyAgent(proxy, timeout);
  }

  /**
   * Requests JSON or a JWT. It can replace `fetch` in libraries; redirects are rejected whatever they request.
   *
   * @throws SafeFetchError
   */
  readonly fetch = (input: string | URL, request: SafeFetchRequest = {}): Promise<Response> =>
    this.exchange(input, request, async (answer) => {
      await refuseRedirect(answer);
      const body = await readBody(answer, request.maxBytes);
      checkContent(answer, body);
      const headers = new Headers([...answer.headers].filter(([name]) => !/^(content-(encoding|length)|set-cookie)$/i.test(name)));
      return new Response(body.length === 0 ? null : body, { status: answer.status, statusText: answer.statusText, headers });
    });

  /** Sends a notification and ignores the response body. @throws SafeFetchError */
  notify(input: string | URL, request: SafeFetchRequest): Promise<Notified> {
    return this.exchange(input, request, async (answer) => {
      await answer.body?.cancel().catch(() => undefined);
      return readNotified(answer);
    });
  }

  /**
   * Sends a notification, and reads the response body if its status is an error.
   *
   * @returns also the beginning of that body; empty without an error
   * @throws SafeFetchError
   */
  notifyForError(input: string | URL, request: SafeFetchRequest): Promise<Notified & { body: string }> {
    return this.exchange(input, request, async (answer) => {
      if (answer.status >= 400) return { ...readNotified(answer), body: await readBeginning(answer) };
      await answer.body?.cancel().catch(() => undefined);
      return { ...readNotified(answer), body: '' };
    });
  }

  /** @returns why no request may be sent to the URL, and what to do, as far as can be decided without sending one; null if it may */
  findUrlViolation(input: string | URL): string | null {
    try {
      this.checkUrl(input);
      return null;
    } catch (error) {
      if (error instanceof SafeFetchError) return `${error.message}; ${ADVICE}`;
      throw error;
    }
  }

  private checkUrl(input: string | URL): URL {
    const url = this.guard.checkUrl(input);
    this.guard.checkTarget(targetOf(url));
    return url;
  }

  /** Closes the open connections. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }

  /** The timeout starts when the request is sent, because waiting for its turn is not the server's fault. */
  private async exchange<T>(input: string | URL, request: SafeFetchRequest, take: (answer: Answer) => Promise<T>): Promise<T> {
    refuseInTransaction('An HTTP request');
    const url = this.checkUrl(input);
    const patience = AbortSignal.timeout(this.timeout * WAITS);
    const waiting = request.signal ? AbortSignal.any([patience, request.signal]) : patience;
    const act = () => this.send(url, request, take);
    try {
      return await this.turns.take(`${request.owner ?? ''} ${url.origin}`, act, waiting);
    } catch (error) {
      throw error === patience.reason && patience.aborted ? new SafeFetchError('timeout') : error;
    }
  }

  private async send<T>(url: URL, request: SafeFetchRequest, take: (answer: Answer) => Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(this.timeout);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    try {
      const { method = 'GET', headers = {}, body = null } = request;
      const named = { ...Object.fromEntries(new Headers(headers)), 'user-agent': USER_AGENT };
      // control: outgoing requests follow no redirect
      return await take(await send(url, { method, headers: named, body, signal, redirect: 'manual', dispatcher: this.agent } as SendInit));
    } catch (error) {
      throw deadline.aborted ? new SafeFetchError('timeout') : explain(error, request.signal);
    }
  }
}

/** Requests by http also go through a tunnel, so that all requests have the same limits. */
function createProxyAgent(uri: string, timeout: number): ProxyAgent {
  const connect = fixedConnectOptions(timeout);
  return new ProxyAgent({ ...LIMITS, uri, proxyTunnel: true, allowH2: false, requestTls: connect, proxyTls: connect });
}

function readNotified({ status, headers }: Answer): Notified {
  return { status, retryAfter: parseRetryAfter(headers.get('retry-after')) };
}

/** @throws SafeFetchError */
async function refuseRedirect({ status, body }: Answer): Promise<void> {
  if (status < 300 || status > 399 || status === 304) return;
  await body?.cancel().catch(() => undefined);
  throw new SafeFetchError('redirect');
}
