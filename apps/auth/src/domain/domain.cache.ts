import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import { ServedDomainRepository, type CurrentRevision } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { DomainCacheRegistry, type DomainKeyedCache } from './domain-cache.registry.js';
import { CachedDomain, decryptSigningKey, type ClaimLists } from './cached-domain.js';
import { RevisionCache } from './revision.cache.js';

/** Cached domains; each takes about 5 KB. */
const MAX_DOMAINS = 20_000;

@Injectable()
export class DomainCache implements DomainKeyedCache {
  private readonly cache = new RevisionCache<CachedDomain>(MAX_DOMAINS);
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly domains: ServedDomainRepository,
    caches: DomainCacheRegistry,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
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
  get({ domainId, domainRevision }: CurrentRevision): CachedDomain | null | Promise<CachedDomain | null> {
    return this.cache.get(domainId, domainRevision, () => this.build(domainId));
  }

  private async build(id: string): Promise<CachedDomain | null> {
    const domain = await this.domains.findDomain(id);
    if (!domain) return null;
    const keys = domain.keys.map((key) => decryptSigningKey(id, key, this.encryptor));
    return new CachedDomain(domain, authUrlOf(this.settings, domain.name), keys, await this.loadClaimLists(id));
  }

  /** Read after the domain's revision: a list that is newer than the revision does no harm, an older one would. */
  private async loadClaimLists(id: string): Promise<ClaimLists> {
    return { ...STANDARD_SCOPE_CLAIMS, ...(await this.domains.findScopeClaims(id)) };
  }
}
