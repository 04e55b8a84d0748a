import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, generateSigningKey, RsaKeyPairPool, signingKeyContext } from '@latchkey/crypto';
import { FirstSigningKeyRepository, type CurrentRevision } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import type { CachedDomain } from './cached-domain.js';
import { CurrentRevisionService } from './current-revision.service.js';
import { DomainCache } from './domain.cache.js';

/**
 * Creates a domain's RS256 key when its key set or an ID token is first requested. The key costs 100 ms of CPU, and an unused domain never
 * needs it. Discovery lists RS256 anyway (OpenID Connect Discovery 1.0 section 3).
 */
@Injectable()
export class RsaKeyService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pairs: RsaKeyPairPool;
  private readonly encryptor: Encryptor;
  /** Keyed by domain id. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly keys: FirstSigningKeyRepository,
    private readonly revisions: CurrentRevisionService,
    private readonly domains: DomainCache,
  ) {
    this.pairs = new RsaKeyPairPool(settings.RSA_KEY_POOL_SIZE);
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  onApplicationBootstrap(): void {
    void this.pairs.fill();
  }

  onModuleDestroy(): void {
    this.pairs.close();
  }

  /**
   * Returns a domain, and creates its RS256 key if it has none.
   *
   * @returns null if the domain was deleted after its revision was read
   *
   * @throws Error that counts as an outage, if too many domains wait for a key
   */
  async getDomain(current: CurrentRevision): Promise<CachedDomain | null> {
    const domain = await this.domains.get(current);
    if (!domain || domain.hasKeyFor('RS256')) return domain;
    await (this.underWay.get(domain.id) ?? this.start(domain.id));
    const changed = await this.revisions.readAgain(domain.name, null);
    return changed && this.domains.get(changed);
  }

  private start(domainId: string): Promise<void> {
    const creation = this.create(domainId).finally(() => this.underWay.delete(domainId));
    this.underWay.set(domainId, creation);
    return creation;
  }

  /** If replicas create keys concurrently, only one stores its key. */
  private async create(domainId: string): Promise<void> {
    const { kid, publicJwk, privateKey } = await generateSigningKey('RS256', this.pairs);
    const encrypted = this.encryptor.encrypt(privateKey, signingKeyContext(domainId, kid));
    await this.keys.create({ domainId, kid, algorithm: 'RS256', publicJwk, privateKey: encrypted });
  }
}
