import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { DnsRecord } from '../dns/dns-provider.js';
import { SETTINGS } from '../settings/settings.module.js';

/** The records of each sandbox domain. There are none without a DNS provider, or if a wildcard record covers the zone. */
@Injectable()
export class SandboxRecords {
  readonly wanted: readonly DnsRecord[];
  /** The records as a single text, which is stored once they have been created; null if there are none. */
  readonly target: string | null;

  constructor(@Inject(SETTINGS) { DNS_PROVIDER, DNS_WILDCARD, DNS_TARGET = [] }: ManagementSettings) {
    this.wanted = DNS_PROVIDER === 'none' || DNS_WILDCARD === 'on' ? [] : DNS_TARGET;
    this.target = this.wanted.map(({ type, value }) => `${type}/${value}`).join(',') || null;
  }
}
