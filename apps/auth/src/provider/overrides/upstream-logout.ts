import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { RpInitiatedLogoutService } from '../../federation/logout/rp-initiated-logout.service.js';

/** The ended federated sessions, for the logout redirect to their identity provider. */
const endedSessions = new WeakMap<KoaContextWithOIDC, string>();

/** Redirects the browser to the identity provider of the signed-out user before it continues to its target. */
export function redirectToUpstreamLogout(provider: Provider, domain: CachedDomain, signOuts: RpInitiatedLogoutService): void {
  provider.on('end_session.success', (ctx) => {
    const { route, params, session } = ctx.oidc;
    const hasEnded = route !== 'end_session_confirm' || params?.logout !== undefined;
    const { federation } = (session ?? {}) as { federation?: string };
    if (hasEnded && federation !== undefined) endedSessions.set(ctx, federation);
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const federation = endedSessions.get(ctx);
    const returnTo = ctx.response.get('Location');
    if (federation === undefined || !returnTo) return;
    const away = await signOuts.start(domain, { federation, returnTo });
    if (!away) return;
    ctx.append('Set-Cookie', away.cookie);
    ctx.redirect(away.location);
  });
}
