import type { DnsProvider, DnsRecord } from '../dns-provider.js';

/** Nobody writes records: there are none to be seen, and none to be removed. */
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
