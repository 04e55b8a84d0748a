import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import { DomainCacheRegistry, type DomainKeyedCache } from '../cache/domain-cache.registry.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { FederatedSessionService } from '../federation/logout/federated-session.service.js';
import { RpInitiatedLogoutService } from '../federation/logout/rp-initiated-logout.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { endExpiredFederatedSessions } from './overrides/expired-federated-session.js';
import type { PreparedDocuments } from './overrides/prepared-document.js';
import { ProviderFactory } from './provider.factory.js';
import { redirectToUpstreamLogout } from './overrides/upstream-logout.js';

type RequestCallback = ReturnType<Provider['callback']>;

interface PooledProvider {
  revision: string;
  /** When the domain's next key starts to sign, in milliseconds since the epoch; null if there is none. */
  until: number | null;
  provider: Provider;
  documents: PreparedDocuments;
  answer: RequestCallback;
  domainBytes: number;
}

/** A Provider whose domain is larger than this counts as several Providers. 32 KB is several times the size of a typical domain. */
const BYTES_OF_A_PLACE = 32_768;

function countPlaces(domainBytes: number): number {
  return 1 + Math.floor(domainBytes / BYTES_OF_A_PLACE);
}

/**
 * The Providers of the domains in use, up to a limit in which large domains count several times. Each is valid for one revision of its
 * domain, until another key signs.
 */
@Injectable()
export class ProviderPool implements DomainKeyedCache {
  private readonly pool: LRUCache<string, PooledProvider>;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly factory: ProviderFactory,
    private readonly signOuts: RpInitiatedLogoutService,
    private readonly sessions: FederatedSessionService,
    caches: DomainCacheRegistry,
  ) {
    const places = settings.PROVIDER_POOL_SIZE;
    this.pool = new LRUCache({ maxSize: places, sizeCalculation: ({ domainBytes }) => Math.min(places, countPlaces(domainBytes)) });
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.pool.keys();
  }

  domainIdOf(key: string): string {
    return key;
  }

  delete(key: string): void {
    this.pool.delete(key);
  }

  get(domain: CachedDomain): PooledProvider {
    const now = Date.now();
    const pooled = this.pool.get(domain.id);
    if (pooled?.revision === domain.revision && (pooled.until === null || now < pooled.until)) return pooled;
    const provider = this.factory.create(domain, now);
    redirectToUpstreamLogout(provider, domain, this.signOuts);
    endExpiredFederatedSessions(provider, domain, this.sessions);
    const built = {
      revision: domain.revision,
      until: domain.nextSigningKeyAt(now),
      provider,
      documents: provider.documents,
      answer: provider.callback(),
      domainBytes: domain.bytes,
    };
    this.pool.set(domain.id, built);
    return built;
  }
}
