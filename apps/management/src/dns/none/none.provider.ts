import type { DnsProvider, DnsRecord } from '../dns-provider.js';

/** Without a DNS provider there are no records to read or remove. */
export class NoneProvider implements DnsProvider {
  ensure(): Promise<void> {
    return Promise.resolve();
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  check(): Promise<DnsRecord[]> {
    return Promise.resolve([]);
  }
}
