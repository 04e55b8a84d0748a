import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import type { CurrentRevision } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { MAX_DOMAIN_BYTES, MAX_SIGNING_KEY_BYTES } from '../cache/cache-limits.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../cache/domain-cache.registry.js';
import { CachedDomain } from './cached-domain.js';
import { RevisionCache } from '../cache/revision.cache.js';
import { ServedRecordService } from './served-record.service.js';
import { SigningKeyStore } from './signing-key.store.js';

@Injectable()
export class DomainCache implements DomainKeyedCache {
  private readonly cache = new RevisionCache<CachedDomain>(MAX_DOMAIN_BYTES);
  private readonly signingKeys: SigningKeyStore;

  constructor(
    @Inject(SETTINGS) private readonly settings: AuthSettings,
    private readonly records: ServedRecordService,
    caches: DomainCacheRegistry,
  ) {
    this.signingKeys = new SigningKeyStore(new Encryptor(settings.MASTER_KEY), MAX_SIGNING_KEY_BYTES);
    caches.register(this);
    caches.register(this.signingKeys);
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

  /** @returns null if the domain was deleted after its revision was read */
  get({ domainId, domainRevision }: CurrentRevision): CachedDomain | null | Promise<CachedDomain | null> {
    return this.cache.get(domainId, domainRevision, () => this.build(domainId));
  }

  private async build(id: string): Promise<CachedDomain | null> {
    const domain = await this.records.findDomain(id);
    if (!domain) return null;
    const keys = domain.keys.map((key) => this.signingKeys.open(id, key));
    return new CachedDomain(domain, authUrlOf(this.settings, domain.name), keys, domain.scopeClaims);
  }
}
