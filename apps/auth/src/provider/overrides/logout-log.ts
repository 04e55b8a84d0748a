import { getRequestEvent } from '@latchkey/observability';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { AccountService } from '../accounts/account.service.js';

/** The user who signed out, for the log, before the response is sent. */
const loggedOutSubjects = new WeakMap<KoaContextWithOIDC, string>();

/** Logs each RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0) that ends a session. */
export function logLogouts(provider: Provider, domain: CachedDomain, accounts: AccountService): void {
  provider.on('end_session.success', (ctx) => {
    const { route, params, session } = ctx.oidc;
    // A user who declined is still signed in.
    const hasEnded = route !== 'end_session_confirm' || params?.logout !== undefined;
    if (hasEnded && session?.accountId) loggedOutSubjects.set(ctx, session.accountId);
  });
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const sub = loggedOutSubjects.get(ctx);
    if (sub === undefined) return;
    const { requestId } = getRequestEvent(ctx.res);
    await accounts.logLogout(domain, { sub, clientId: ctx.oidc.client?.clientId ?? null, requestId });
  });
}
