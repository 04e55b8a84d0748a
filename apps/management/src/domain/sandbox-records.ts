import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { DnsRecord } from '../dns/dns-provider.js';
import { SETTINGS } from '../settings/settings.module.js';

/** The records that each sandbox domain is to have: none where nobody writes records, or where one stands for all names of the zone. */
@Injectable()
export class SandboxRecords {
  readonly wanted: readonly DnsRecord[];
  /** The same in one text, as it is kept when they have been made; null: none. */
  readonly target: string | null;

  constructor(@Inject(SETTINGS) { DNS_PROVIDER, DNS_WILDCARD, DNS_TARGET = [] }: ManagementSettings) {
    this.wanted = DNS_PROVIDER === 'none' || DNS_WILDCARD === 'on' ? [] : DNS_TARGET;
    this.target = this.wanted.map(({ type, value }) => `${type}/${value}`).join(',') || null;
  }
}
