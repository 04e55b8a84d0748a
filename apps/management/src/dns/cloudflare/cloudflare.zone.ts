import Cloudflare, { APIConnectionError, APIError } from 'cloudflare';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import { DnsError } from '../dns.error.js';
import { quote } from '../quoted-text.js';
import { enclosingNames, normalizeName, normalizeValue } from '../record-value.js';
import type { ReservedNames, Zone, ZoneChange, ZoneRecord } from '../zone.js';

export interface CloudflareOptions {
  token: string;
  /** The base URL of the API. */
  url?: string;
  /** A name in the zone. */
  zone: string;
  /** Seconds. */
  ttl: number;
}

const API_URL = 'https://api.cloudflare.com/client/v4';
/** Milliseconds that one attempt may take. */
const TIMEOUT_MS = 2_500;
/** No such record; one of the same type; an identical one. */
const CONFLICT_CODES = new Set([81_044, 81_053, 81_054, 81_057, 81_058]);
const TRANSIENT_STATUSES = new Set([408, 409, 429]);

/**
 * A zone at Cloudflare. A batch is one transaction: it fails as a whole if a record to be removed is missing, or one to be created exists.
 */
export class CloudflareZone implements Zone {
  readonly staleness = 500;
  private readonly client: Cloudflare;
  private id: string | undefined;

  constructor(private readonly options: CloudflareOptions) {
    // Sets everything that the SDK would otherwise read from the environment.
    this.client = new Cloudflare({
      apiToken: options.token,
      apiKey: null,
      apiEmail: null,
      userServiceKey: null,
      baseURL: options.url ?? API_URL,
      timeout: TIMEOUT_MS,
      maxRetries: 2,
      logLevel: 'off',
    });
  }

  readRecords(names: ReservedNames, signal: AbortSignal): Promise<ZoneRecord[]> {
    return translateErrors(async () => {
      const zone_id = await this.findId(signal);
      const found: ZoneRecord[] = [];
      for (const name of names) {
        for await (const record of this.client.dns.records.list({ zone_id, name: { exact: name }, per_page: 100 }, { signal })) {
          const value = normalizeValue(record.type, record.content ?? '');
          found.push({ name: normalizeName(record.name), type: record.type, value, raw: record.id });
        }
      }
      return found.filter((record) => names.includes(record.name));
    });
  }

  change({ add, remove, required }: ZoneChange, signal: AbortSignal): Promise<void> {
    return translateErrors(async () => {
      const zone_id = await this.findId(signal);
      // A required record is deleted and created again: the batch fails if it is gone.
      const deletes = [...remove, ...required].map(({ raw }) => ({ id: raw as string }));
      const posts = [...required, ...add].map(({ name, type, value }) => ({
        name,
        type: type as 'A' | 'AAAA' | 'CNAME' | 'TXT',
        content: type === 'TXT' ? quote(value) : value,
        ttl: this.options.ttl,
        ...(type !== 'TXT' && { proxied: false }),
      }));
      await this.client.dns.records.batch({ zone_id, deletes, posts }, { signal, maxRetries: 0 });
    });
  }

  private async findId(signal: AbortSignal): Promise<string> {
    if (this.id !== undefined) return this.id;
    for (const name of enclosingNames(this.options.zone)) {
      const { result } = await this.client.zones.list({ name }, { signal });
      const zone = result.find((each) => each.name === name);
      if (zone) return (this.id = zone.id);
    }
    throw new DnsError(`the token sees no zone at Cloudflare that ${this.options.zone} lies in`, true);
  }
}

async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof APIConnectionError) throw new DnsError('Cloudflare cannot be reached', false);
    if (!(error instanceof APIError) || error.status === undefined) throw error;
    const codes = (error.errors as { code?: number }[]).map(({ code }) => code ?? 0);
    if (codes.some((code) => CONFLICT_CODES.has(code))) throw new ChangedMeanwhileError();
    const permanent = error.status < 500 && !TRANSIENT_STATUSES.has(error.status);
    throw new DnsError(`Cloudflare answered with ${error.status} (${codes.join(', ') || 'no code'})`, permanent);
  }
}
