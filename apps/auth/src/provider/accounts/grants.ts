import { splitScope } from '@latchkey/oauth';
import type { Client, Grant, KoaContextWithOIDC, Provider, Session } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { getGrantLifetime } from '../adapters/lifetimes.js';
import { listRequestedClaims } from './claims.js';

/** The purpose of a grant. */
export interface Granted {
  client: Client;
  scope: string | undefined;
  /** The `claims` parameter: OpenID Connect Core section 5.5. */
  claims?: string | undefined;
  /** Resource indicators, RFC 8707. */
  resources: readonly string[];
  /** The session in which the user consents. */
  session: Session;
}

/** Creates a grant for everything that was requested, without storing it. */
export function createGrant(provider: Provider, domain: CachedDomain, { client, scope = '', claims, resources, session }: Granted): Grant {
  const isOffline = splitScope(scope).includes('offline_access');
  const { accountId, uid: sessionUid, epoch } = session as Session & { epoch?: number };
  const owner = { accountId, clientId: client.clientId, givenIn: sessionUid, epoch, ...(!isOffline && { sessionUid }) };
  const grant = new provider.Grant({ ...owner, expiresIn: getGrantLifetime(client, domain) } as object);
  if (scope) grant.addOIDCScope(scope);
  if (claims !== undefined) grant.addOIDCClaims(listRequestedClaims(claims));
  for (const resource of resources) grant.addResourceScope(resource, splitScope(scope));
  return grant;
}

/**
 * The grant of an authorization request: the one that the user has just consented to, otherwise one for everything requested that the
 * operator allows the client. Each request has its own grant, so that a detected replay revokes only what was issued for that request.
 */
export async function findOrCreateGrant(ctx: KoaContextWithOIDC, domain: CachedDomain): Promise<Grant | undefined> {
  const { client, params, result, provider, resourceServers, session } = ctx.oidc;
  const consented = result?.consent?.grantId;
  if (consented !== undefined) return provider.Grant.find(consented);
  const { scope, claims } = params as { scope?: string; claims?: string };
  const resources = Object.keys(resourceServers ?? {});
  return createGrant(provider, domain, { client: client!, scope, claims, resources, session: session! });
}

/** Stores the grant of the request (see issued-in-session.ts), and adds it to the session. */
export async function saveGrant({ oidc }: KoaContextWithOIDC): Promise<void> {
  const grant = oidc.entities.Grant;
  if (!grant || grant.jti) return;
  oidc.session!.grantIdFor(oidc.client!.clientId, await grant.save());
}
