import type { CachedClient } from '../client/cached-client.js';
import type { IssuedToken } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';
import type { CachedResource } from '../domain/cached-resource.js';
import { listAssertedScopes } from './asserted-scopes.js';
import { findCurrentResource, findOwnResource, findRecordedResource } from './issued-for.js';

/** Who acts for the subject of a token, and for whom that one acts: RFC 8693 section 4.1. */
export interface Actor {
  /** The `client_id`. */
  sub: string;
  act?: Actor;
}

/** A token from which another one was got by exchange. */
export interface ChainLink {
  /** SHA-256 of its id, in base64url. */
  hash: string;
  clientId: string;
  audiences: readonly string[];
  scope: readonly string[];
  /** The key that signed it; missing for an opaque token. */
  kid?: string;
  /** Identifies the JWT of a client itself, which has no record until it is revoked. */
  own?: { jti: string; iat: number };
}

/** How a token was got by exchange: RFC 8693. */
export interface ExchangeRecord {
  /** The `sub` of the token. */
  subject: string;
  /** The `act` of the token. */
  act?: Actor;
  /** All tokens before it, from the first one to its subject token. */
  chain: readonly ChainLink[];
}

/** What decides whether a token of a chain still counts, of its record. */
interface LinkRecord {
  exchange?: ExchangeRecord;
  aud?: string;
  resource?: string;
  assertionIssuer?: string;
}

/** The scopes that a client may get by exchange at a resource; null if it may not exchange tokens for it. */
export function listExchangeScopes({ tokenExchange }: CachedClient, { id }: CachedResource): readonly string[] | null {
  const resources = tokenExchange?.resources ?? {};
  return Object.hasOwn(resources, id) ? resources[id]! : null;
}

/** Whether a token of a chain still exists, and its client may still have it. Its user and grant are those of the last one. */
export function isIntactLink(
  { audiences, own, kid }: ChainLink,
  { record }: IssuedToken,
  by: { domain: CachedDomain; client: CachedClient },
): boolean {
  // control: a removed key ends what was got for tokens that it signed
  if (kid !== undefined && !by.domain.keys.some(({ publicJwk }) => publicJwk.kid === kid)) return false;
  if (own) return record === null && findOwnResource(own, audiences, by) !== null;
  const { exchange, aud, resource, assertionIssuer } = (record?.payload ?? {}) as LinkRecord;
  if (record?.model === 'ClientCredentials') return aud !== undefined && findCurrentResource(audiences, by) !== null;
  if (record?.model !== 'AccessToken') return false;
  const api = findRecordedResource(resource, audiences, by);
  if (api === null) return false;
  const isGranted = (list: typeof listExchangeScopes) => api !== undefined && list(by.client, api) !== null;
  // control: a token that was got for one of an identity assertion ends with what the client of that one was granted
  if (assertionIssuer !== undefined && !isGranted((client, at) => listAssertedScopes(client, assertionIssuer, at))) return false;
  return !exchange || isGranted(listExchangeScopes);
}
