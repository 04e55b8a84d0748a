import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import type { IncomingMessage } from 'node:http';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { createGrant } from './accounts/grants.js';
import { isBoundTo } from './overrides/interaction-binding.js';

/** An authorization request that waits for its user, as oidc-provider stores it. */
export type StoredInteraction = Awaited<ReturnType<Provider['interactionDetails']>>;
/** The result of the interaction. */
export type InteractionResult = InteractionResults;

/** The parameters of an authorization request that decide what is granted. */
interface GrantedParameters {
  client_id: string;
  scope?: string;
  claims?: string;
  resource?: string | string[];
}

/** @returns null if the interaction has ended or expired, or belongs to another domain or browser */
export async function loadStoredInteraction(provider: Provider, domainRequest: DomainRequest): Promise<StoredInteraction | null> {
  const stored = await provider.interactionDetails(domainRequest.request, domainRequest.response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return loadWithoutSession(provider, domainRequest);
    throw error;
  });
  return stored && hasUidInPath(domainRequest.request, stored.uid) && isBoundTo(domainRequest, stored) ? stored : null;
}

/** The session in which the user should sign in again may have ended meanwhile. It is then a new sign-in, and the user cannot consent. */
async function loadWithoutSession(provider: Provider, { request, response }: DomainRequest): Promise<StoredInteraction | null> {
  const { cookies } = provider.createContext(request, response);
  const id = cookies.get(provider.cookieName('interaction'), { signed: true });
  const stored = id === undefined ? undefined : await provider.Interaction.find(id);
  if (!stored?.session || (await provider.Session.findByUid(stored.session.uid))) return null;
  if (stored.prompt.name !== 'login') return stored;
  stored.session = undefined as never;
  await stored.persist();
  return stored;
}

/** The cookie's path already ensures this, but a page must never show one request under the URL of another. */
function hasUidInPath({ url = '' }: IncomingMessage, uid: string): boolean {
  return url.split(/[/?]/, 3)[2] === uid;
}

/**
 * Grants everything that an interaction requests.
 *
 * @returns the id of the grant
 *
 * @throws SessionNotFound if the user is no longer signed in
 */
export async function grantRequestedScope(provider: Provider, { request, response, domain }: DomainRequest): Promise<string> {
  const { params, session } = await provider.interactionDetails(request, response);
  const current = session && (await provider.Session.findByUid(session.uid));
  if (!current) throw new errors.SessionNotFound('no user is signed in to consent');
  const { client_id: clientId, scope, claims, resource } = params as unknown as GrantedParameters;
  const client = (await provider.Client.find(clientId))!;
  return createGrant(provider, domain, { client, scope, claims, resources: [resource ?? []].flat(), session: current }).save();
}
