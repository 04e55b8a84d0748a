import type { DnsProvider, DnsRecord } from '../dns-provider.js';

/** No DNS provider is configured: there are no records to read or to remove. */
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
