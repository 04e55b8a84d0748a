import { randomUUID } from 'node:crypto';
import { MisbehavingServer, type KeptRecord, type ProviderAnswer, type ProviderRequest } from './misbehaving-server.js';
import type { ZoneUnderTest } from './zone-under-test.js';

const TOKEN = 'cloudflare-test-token';
const ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353';
/** So small that lists have several pages. */
const PAGE = 2;
const EXCLUSIVE = new Set(['A', 'AAAA', 'CNAME']);

interface Batch {
  deletes?: { id: string }[];
  posts?: { name: string; type: string; content: string; ttl: number }[];
}

/** The errors of a request, by the numbers of the API. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
  ) {
    super(`refused: ${code}`);
  }
}

/** A server that implements the parts of Cloudflare's API (version 4) that the product uses. */
export class CloudflareServer extends MisbehavingServer implements ZoneUnderTest {
  static async start(zone = 'sandbox.example.test'): Promise<CloudflareServer> {
    const server = new CloudflareServer(zone);
    await server.listen();
    return server;
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      SANDBOX_ZONE: this.zone,
      DNS_PROVIDER: 'cloudflare',
      DNS_TARGET: 'edge.example.net',
      DNS_CLOUDFLARE_TOKEN: TOKEN,
      DNS_CLOUDFLARE_URL: `${this.url}/client/v4`,
    };
  }

  add(name: string, type: string, value: string): Promise<void> {
    this.records = [...this.records, { id: randomUUID(), name, type, value, ttl: 300 }];
    return Promise.resolve();
  }

  protected override failure(kind: 'error' | 'throttle'): ProviderAnswer {
    if (kind === 'throttle') return { ...failed(429, 10_000), headers: { 'Retry-After': '1' } };
    return { status: 502, body: '<html>bad gateway</html>', headers: { 'Content-Type': 'text/html' } };
  }

  protected override answer({ method, url, headers, body }: ProviderRequest): ProviderAnswer {
    if (headers.authorization !== `Bearer ${TOKEN}`) return failed(403, 9_109);
    try {
      const route = `${method} ${url.pathname.replace('/client/v4', '')}`;
      if (route === 'GET /zones')
        return this.page(url.searchParams.get('name') === this.zone ? [{ id: ZONE_ID, name: this.zone }] : [], url);
      if (route === `GET /zones/${ZONE_ID}/dns_records`) return this.list(url);
      if (route === `POST /zones/${ZONE_ID}/dns_records/batch`) return this.batch(JSON.parse(body) as Batch);
      return failed(404, 7_003);
    } catch (error) {
      if (error instanceof Refusal) return failed(error.status, error.code);
      throw error;
    }
  }

  private list(url: URL): ProviderAnswer {
    const name = url.searchParams.get('name.exact');
    const found = this.readRecords().filter((record) => record.name === name);
    return this.page(
      found.map(({ value, ...record }) => ({ ...record, content: record.type === 'TXT' ? JSON.stringify(value) : value, proxied: false })),
      url,
    );
  }

  private page(items: readonly unknown[], url: URL): ProviderAnswer {
    const page = Number(url.searchParams.get('page') ?? 1);
    const result = items.slice((page - 1) * PAGE, page * PAGE);
    const info = { page, per_page: PAGE, count: result.length, total_count: items.length, total_pages: Math.ceil(items.length / PAGE) };
    return succeeded(result, info);
  }

  /** Applies all or nothing: first removals, then additions. */
  private batch({ deletes = [], posts = [] }: Batch): ProviderAnswer {
    let records: readonly KeptRecord[] = this.records;
    for (const { id } of deletes) {
      if (!records.some((record) => record.id === id)) throw new Refusal(404, 81_044);
      records = records.filter((record) => record.id !== id);
    }
    for (const { name, type, content, ttl } of posts) {
      const value = type === 'TXT' ? (JSON.parse(content) as string) : content;
      const beside = records.filter((record) => record.name === name);
      if (beside.some((record) => record.type === type && record.value === value)) throw new Refusal(400, 81_058);
      const hasCname = beside.some((record) => record.type === 'CNAME');
      if (EXCLUSIVE.has(type) && (hasCname || (type === 'CNAME' && beside.some((each) => EXCLUSIVE.has(each.type)))))
        throw new Refusal(400, 81_053);
      records = [...records, { id: randomUUID().replaceAll('-', ''), name, type, value, ttl }];
    }
    this.records = records;
    return succeeded({ deletes: [], patches: [], puts: [], posts: [] });
  }
}

const HEADERS = { 'Content-Type': 'application/json' };

function succeeded(result: unknown, result_info?: unknown): ProviderAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify({ success: true, errors: [], messages: [], result, result_info }) };
}

function failed(status: number, code: number): ProviderAnswer {
  const errors = [{ code, message: `error ${code}` }];
  return { status, headers: HEADERS, body: JSON.stringify({ success: false, errors, messages: [], result: null }) };
}
