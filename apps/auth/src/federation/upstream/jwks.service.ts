import { Injectable } from '@nestjs/common';
import { DocumentCache } from '@latchkey/outgoing';
import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet, type JWK, type JWSHeaderParameters } from 'jose';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure } from '../federation-failure.js';

/** Asymmetric algorithms (RFC 7518 section 3.1, RFC 8037, RFC 9864). `none` and HMAC are not accepted. */
const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

export interface VerifiedJwt {
  header: JWSHeaderParameters;
  claims: Record<string, unknown>;
}

/** Location of an identity provider's keys. */
export interface JwksSource {
  jwks_uri?: string | undefined;
  /** Revision of the configuration. Saving the identity provider again refetches its keys. */
  revision: string;
}

type JwksDomain = Pick<CachedDomain, 'id'>;

/**
 * Verifies signatures of identity providers. If no key matches, or a signature is invalid, it refetches the keys once: they may have been
 * rotated, even under the same `kid`. DocumentCache limits how often.
 */
@Injectable()
export class JwksService {
  constructor(private readonly documents: DocumentCache) {}

  /** Verifies a JWT with the keys of the identity provider: RFC 7515 section 5.2. @throws FederationFailure */
  async verify(domain: JwksDomain, source: JwksSource, jwt: string): Promise<VerifiedJwt> {
    try {
      return await verifyWithJwks(await this.loadJwks(domain, source, false), jwt);
    } catch (error) {
      if (!mayHaveRotated(error)) throw toFailure(error);
    }
    return verifyWithJwks(await this.loadJwks(domain, source, true), jwt).catch((error: unknown) => {
      throw toFailure(error);
    });
  }

  private async loadJwks(domain: JwksDomain, { jwks_uri: uri, revision }: JwksSource, reload: boolean): Promise<JSONWebKeySet> {
    if (typeof uri !== 'string') throw new FederationFailure('unknown-key');
    const response = await this.documents.fetchFor(`${domain.id} ${revision}`, { reload })(uri);
    if (response.status !== 200) throw new FederationFailure('wrong-status');
    const set = (await response.json().catch(() => null)) as JSONWebKeySet | null;
    if (!Array.isArray(set?.keys)) throw new FederationFailure('not-json');
    // jose refuses a whole set for one entry that it cannot read, and a key for members that are null.
    return { keys: set.keys.filter((key) => typeof key === 'object' && (key as unknown) !== null).map(omitNulls) };
  }
}

function omitNulls(key: JWK): JWK {
  return Object.fromEntries(Object.entries(key).filter(([, value]) => value !== null));
}

function mayHaveRotated(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
}

async function verifyWithJwks(set: JSONWebKeySet, jwt: string): Promise<VerifiedJwt> {
  const options = { algorithms: SIGNING_ALGORITHMS };
  const verified = await compactVerify(jwt, createLocalJWKSet(set), options).catch(async (error: unknown) => {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verifiedWithKey = await compactVerify(jwt, key, options).catch(() => null);
      if (verifiedWithKey) return verifiedWithKey;
    }
    throw new errors.JWSSignatureVerificationFailed();
  });
  const claims = JSON.parse(new TextDecoder().decode(verified.payload)) as Record<string, unknown>;
  return { header: verified.protectedHeader, claims };
}

function toFailure(error: unknown): unknown {
  if (error instanceof errors.JWKSNoMatchingKey) return new FederationFailure('unknown-key', error);
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new FederationFailure('wrong-algorithm', error);
  }
  return error instanceof errors.JOSEError || error instanceof SyntaxError ? new FederationFailure('wrong-signature', error) : error;
}
