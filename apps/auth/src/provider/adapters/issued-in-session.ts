import type { IssuedPayload } from '@latchkey/persistence';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

/** A device polls for its code and grant, so those are stored at once. */
const ROUTES: ReadonlySet<unknown> = new Set(['authorization', 'resume']);
const MODELS: ReadonlySet<string> = new Set(['Grant', 'AuthorizationCode']);

/** What authorization requests have issued, until their sessions are stored. */
const issuedInSession = new WeakMap<KoaContextWithOIDC, IssuedPayload[]>();

/**
 * Keeps the grant or the code of an authorization request, which are stored together with its session: decision 94. oidc-provider saves the
 * session of each request that has a user, after everything else and before it answers. Checked against oidc-provider 9.13.3.
 *
 * @returns false for any other record
 */
export function keepForSession(record: IssuedPayload): boolean {
  const ctx = Provider.ctx;
  if (!ctx || !MODELS.has(record.model) || !ROUTES.has(ctx.oidc?.route)) return false;
  issuedInSession.set(ctx, [...(issuedInSession.get(ctx) ?? []), record]);
  return true;
}

/** @returns what the current request has issued in its session, once */
export function takeIssuedInSession(): readonly IssuedPayload[] {
  const ctx = Provider.ctx;
  const issued = ctx && issuedInSession.get(ctx);
  if (!issued) return [];
  issuedInSession.delete(ctx);
  return issued;
}
