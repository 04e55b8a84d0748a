import { Injectable } from '@nestjs/common';
import { decodeJws, KeySet, UPSTREAM_ALGORITHMS, VerificationBudget, type DecodedJws } from '@latchkey/crypto';
import { DocumentCache } from '@latchkey/outgoing';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure } from '../federation-failure.js';

/** A JWT with an algorithm that is accepted. */
type UpstreamJws = DecodedJws & { header: { alg: string } };
export type VerifiedJwt = Pick<UpstreamJws, 'header' | 'claims'>;

/** Location of an identity provider's keys. */
export interface JwksSource {
  jwks_uri?: string | undefined;
  /** Revision of the configuration. Saving the identity provider again refetches its keys. */
  revision: string;
  /** The budget of the request that carries the JWT; absent if the JWT came from the identity provider itself. */
  budget?: VerificationBudget;
}

type JwksDomain = Pick<CachedDomain, 'id'>;

/**
 * Verifies signatures of identity providers. If no key matches, or a signature is invalid, it refetches the keys once, because they may
 * have been rotated, even under the same `kid`. DocumentCache limits how often. The keys of a set stay imported while the set is cached.
 */
@Injectable()
export class JwksService {
  /** Keyed by the cache's parsed documents. */
  private readonly keySets = new WeakMap<object, KeySet>();

  constructor(private readonly documents: DocumentCache) {}

  /** Verifies a JWT with the keys of the identity provider: RFC 7515 section 5.2. @throws FederationFailure */
  async verify(domain: JwksDomain, source: JwksSource, jwt: string): Promise<VerifiedJwt> {
    const { budget = new VerificationBudget() } = source;
    const jws = decodeUpstreamJwt(jwt);
    const keySet = await this.loadKeySet(domain, source, false);
    const check = keySet.verify(jws, budget);
    if (typeof check !== 'string') return jws;
    if (check === 'missing-kid') throw new FederationFailure('unknown-key');
    const reloaded = await this.loadKeySet(domain, source, true);
    const checkAgain = reloaded.isSameAs(keySet) ? check : reloaded.verify(jws, budget);
    if (typeof checkAgain !== 'string') return jws;
    throw new FederationFailure(checkAgain === 'wrong-signature' ? checkAgain : 'unknown-key');
  }

  private async loadKeySet(domain: JwksDomain, { jwks_uri: uri, revision }: JwksSource, reload: boolean): Promise<KeySet> {
    if (typeof uri !== 'string') throw new FederationFailure('unknown-key');
    const { status, json } = await this.documents.getJson(uri, `${domain.id} ${revision}`, { reload });
    if (status !== 200) throw new FederationFailure('wrong-status');
    const keys = (json as { keys?: unknown } | null | undefined)?.keys;
    if (!Array.isArray(keys)) throw new FederationFailure('not-json');
    const known = this.keySets.get(json as object);
    if (known) return known;
    const keySet = new KeySet(keys.filter(isObject).map(omitNulls), UPSTREAM_ALGORITHMS);
    this.keySets.set(json as object, keySet);
    return keySet;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A null member counts as absent. */
function omitNulls(jwk: object): object {
  return Object.fromEntries(Object.entries(jwk).filter(([, value]) => value !== null));
}

/** Decodes a JWT of an identity provider. Rejects `none` and symmetric algorithms. @throws FederationFailure */
export function decodeUpstreamJwt(jwt: string): UpstreamJws {
  const jws = decodeJws(jwt);
  // No extension is supported: RFC 7515 section 4.1.11.
  if (!jws || 'crit' in jws.header) throw new FederationFailure('wrong-signature');
  if (!UPSTREAM_ALGORITHMS.some((each) => each === jws.header['alg'])) throw new FederationFailure('wrong-algorithm');
  return jws as UpstreamJws;
}
