import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import { ServedDomainRepository, type CurrentRevision } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { DomainCaches, type DomainCache } from './domain-caches.js';
import { DomainRecord, openKey, type ClaimLists } from './domain-record.js';
import { RevisionCache } from './revision-cache.js';

/** Records of domains that are kept; a record takes about 5 KB. */
const SIZE = 20_000;

@Injectable()
export class DomainRecords implements DomainCache {
  private readonly cache = new RevisionCache<DomainRecord>(SIZE);
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly domains: ServedDomainRepository,
    caches: DomainCaches,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.cache.keys();
  }

  domainIdOf(key: string): string {
    return key;
  }

  delete(key: string): void {
    this.cache.delete(key);
  }

  /** @returns null if the domain was deleted since its revision was read */
  get({ domainId, domainRevision }: CurrentRevision): DomainRecord | null | Promise<DomainRecord | null> {
    return this.cache.get(domainId, domainRevision, () => this.build(domainId));
  }

  private async build(id: string): Promise<DomainRecord | null> {
    const domain = await this.domains.findDomain(id);
    if (!domain) return null;
    const keys = domain.keys.map((key) => openKey(id, key, this.sealer));
    return new DomainRecord(domain, authUrlOf(this.settings, domain.name), keys, await this.claimLists(id));
  }

  /** Read after the domain's revision: a list that is newer than the revision does no harm, an older one would. */
  private async claimLists(id: string): Promise<ClaimLists> {
    return { ...STANDARD_SCOPE_CLAIMS, ...(await this.domains.claimLists(id)) };
  }
}
