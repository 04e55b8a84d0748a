import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { FederatedSessionService } from '../../federation/logout/federated-session.service.js';

/** A session starts after its user has returned from the identity provider; a logout token may have arrived meanwhile. */
export function endExpiredFederatedSessions(provider: Provider, { id }: CachedDomain, sessions: FederatedSessionService): void {
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const { federation } = (ctx.oidc?.result?.login ?? {}) as { federation?: string };
    const sessionUid = ctx.oidc?.session?.uid;
    if (federation !== undefined && sessionUid !== undefined) await sessions.endIfLoggedOut(id, { federation, sessionUid });
  });
}
