import { splitScope } from '@latchkey/oauth';
import type { Client, Grant, KoaContextWithOIDC, Provider, Session } from 'oidc-provider';
import { getGrantLifetime } from '../adapters/lifetimes.js';
import { listRequestedClaims } from './claims.js';

/** The purpose of a grant. */
export interface Granted {
  client: Client;
  scope: string | undefined;
  /** The parameter `claims`: OpenID Connect Core section 5.5. */
  claims?: string | undefined;
  /** Resource indicators, RFC 8707. */
  resources: readonly string[];
  /** The session in which consent is given. */
  session: Session;
}

/** A grant of all that was asked for, not stored yet. */
export function createGrant(provider: Provider, { client, scope = '', claims, resources, session }: Granted): Grant {
  const isOffline = splitScope(scope).includes('offline_access');
  const { accountId, uid: sessionUid, epoch } = session as Session & { epoch?: number };
  const owner = { accountId, clientId: client.clientId, givenIn: sessionUid, epoch, ...(!isOffline && { sessionUid }) };
  const grant = new provider.Grant({ ...owner, expiresIn: getGrantLifetime(client) } as object);
  if (scope) grant.addOIDCScope(scope);
  if (claims !== undefined) grant.addOIDCClaims(listRequestedClaims(claims));
  for (const resource of resources) grant.addResourceScope(resource, splitScope(scope));
  return grant;
}

/**
 * The grant of an authorization request: the one that the user has just consented to, else one of everything requested, which the operator
 * has allowed the client. Each request has its own, so that a detected replay revokes what was issued for that request alone.
 */
export async function findOrCreateGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, params, result, provider, resourceServers, session } = ctx.oidc;
  const consented = result?.consent?.grantId;
  if (consented !== undefined) return provider.Grant.find(consented);
  const { scope, claims } = params as { scope?: string; claims?: string };
  const resources = Object.keys(resourceServers ?? {});
  return createGrant(provider, { client: client!, scope, claims, resources, session: session! });
}

/** Stores the grant of the request, and adds it to the session. */
export async function saveGrant({ oidc }: KoaContextWithOIDC): Promise<void> {
  const grant = oidc.entities.Grant;
  if (!grant || grant.jti) return;
  oidc.session!.grantIdFor(oidc.client!.clientId, await grant.save());
}
