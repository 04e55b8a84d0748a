import { z } from 'zod';
import { DnsError } from '../dns.error.js';
import { quote } from '../quoted-text.js';
import { enclosingNames, normalizeName, normalizeValue } from '../record-value.js';
import type { ReservedNames, Zone, ZoneChange, ZoneRecord } from '../zone.js';
import { CloudflareClient, type CloudflareClientOptions } from './cloudflare.client.js';

export interface CloudflareOptions extends CloudflareClientOptions {
  /** A name in the zone. */
  zone: string;
  /** Seconds. */
  ttl: number;
}

const zoneSummary = z.object({ id: z.string(), name: z.string() });
const dnsRecord = z.object({ id: z.string(), name: z.string(), type: z.string(), content: z.string().default('') });

/** A zone at Cloudflare. A batch is one transaction: it fails as a whole if a record to remove is missing, or a record to create exists. */
export class CloudflareZone implements Zone {
  readonly staleness = 500;
  private readonly client: CloudflareClient;
  private id: string | undefined;

  constructor(private readonly options: CloudflareOptions) {
    this.client = new CloudflareClient(options);
  }

  async readRecords(names: ReservedNames, signal: AbortSignal): Promise<ZoneRecord[]> {
    const path = `/zones/${await this.findId(signal)}/dns_records`;
    const found: ZoneRecord[] = [];
    for (const name of names) {
      const records = await this.client.list(path, dnsRecord, { query: { 'name.exact': name }, signal });
      found.push(...records.map(toZoneRecord));
    }
    return found.filter((record) => names.includes(record.name));
  }

  async change({ add, remove, required }: ZoneChange, signal: AbortSignal): Promise<void> {
    const path = `/zones/${await this.findId(signal)}/dns_records/batch`;
    // A required record is deleted and created again, so that the batch fails if the record is gone.
    const deletes = [...remove, ...required].map(({ raw }) => ({ id: raw as string }));
    const posts = [...required, ...add].map(({ name, type, value }) => ({
      name,
      type,
      content: type === 'TXT' ? quote(value) : value,
      ttl: this.options.ttl,
      ...(type !== 'TXT' && { proxied: false }),
    }));
    await this.client.post(path, { deletes, posts }, signal);
  }

  private async findId(signal: AbortSignal): Promise<string> {
    if (this.id !== undefined) return this.id;
    for (const name of enclosingNames(this.options.zone)) {
      const zones = await this.client.list('/zones', zoneSummary, { query: { name }, signal });
      const zone = zones.find((each) => each.name === name);
      if (zone) return (this.id = encodeURIComponent(zone.id));
    }
    throw new DnsError(`the token has access to no Cloudflare zone that contains ${this.options.zone}`, true);
  }
}

function toZoneRecord({ id, name, type, content }: z.output<typeof dnsRecord>): ZoneRecord {
  return { name: normalizeName(name), type, value: normalizeValue(type, content), raw: id };
}
