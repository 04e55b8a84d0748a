import { VERIFIED_ALGORITHMS, type DecodedJws } from '@latchkey/crypto';
import { decodeJwt } from 'jose';

/** The signature algorithms for request objects, without `none` and symmetric algorithms. */
export const REQUEST_OBJECT_ALGORITHMS = VERIFIED_ALGORITHMS;
/** FAPI 2.0 Security Profile section 5.4. */
const ALGORITHMS_OF_FAPI2 = VERIFIED_ALGORITHMS.filter((algorithm) => algorithm !== 'RS256');
/** RFC 9101 section 10.8. Clients sign other JWTs with the same keys, such as assertions and DPoP proofs. */
const TYPES = new Set(['oauth-authz-req+jwt', 'jwt']);
/** The `clockTolerance` of oidc-provider. */
const CLOCK_SKEW_SECONDS = 15;
/** Maximum time from `nbf` to `exp` for a client with the profile FAPI2: FAPI 2.0 Message Signing section 5.3.1. */
const MAX_LIFETIME_SECONDS = 3_600;

/** Rules for a request object. */
export interface RequestObjectRules {
  clientId: string;
  issuer: string;
  /** Whether the client has the profile FAPI2. */
  isFapi: boolean;
  /** Seconds since the epoch. */
  now: number;
}

/** @returns the claims of a JWT as oidc-provider reads them, unverified; null if it is not a JWT */
export function decodeRequestClaims(jwt: string): Readonly<Record<string, unknown>> | null {
  try {
    return decodeJwt(jwt);
  } catch {
    return null;
  }
}

/** @returns the rule of RFC 9101 that a request object violates, as an `error_description`; null if none. The signature is not verified */
export function findRequestObjectViolation({ header, claims }: DecodedJws, rules: RequestObjectRules): string | null {
  return findHeaderViolation(header, rules) ?? findIdentityViolation(claims, rules) ?? findTimeViolation(claims, rules);
}

function findHeaderViolation({ alg, typ, cty, crit }: DecodedJws['header'], { isFapi }: RequestObjectRules): string | null {
  const algorithms = isFapi ? ALGORITHMS_OF_FAPI2 : REQUEST_OBJECT_ALGORITHMS;
  // control: request objects have asymmetric signatures
  if (!algorithms.some((each) => each === alg)) return `the algorithm of the request object must be one of ${algorithms.join(', ')}`;
  // No extension is supported: RFC 7515 section 4.1.11.
  if (crit !== undefined) return 'the header of the request object may have no crit';
  // Only nested JWTs have `cty`: RFC 7519 section 5.2.
  if (cty !== undefined) return 'the request object may not be a nested JWT';
  const isTyped =
    typeof typ === 'string' &&
    // control: a JWT for another purpose is no request object
    TYPES.has(typ.toLowerCase().replace(/^application\//, ''));
  return typ === undefined || isTyped ? null : 'typ of the request object must be oauth-authz-req+jwt, if it has one';
}

/** RFC 9101 sections 4, 5 and 6.3. */
function findIdentityViolation({ iss, aud, client_id: clientIdClaim }: DecodedJws['claims'], rules: RequestObjectRules): string | null {
  const { clientId, issuer } = rules;
  if (iss !== clientId) return `iss of the request object must be its client_id, ${clientId}`;
  if (![aud].flat().includes(issuer)) return `aud of the request object must be the issuer, ${issuer}`;
  return clientIdClaim === clientId ? null : `the request object must contain the client_id of the request, ${clientId}`;
}

/** `exp` is optional (RFC 9101 section 4) and is checked without clock skew, because a pushed request is valid until then. */
function findTimeViolation({ exp, nbf, iat }: DecodedJws['claims'], { isFapi, now }: RequestObjectRules): string | null {
  if ([exp, nbf, iat].some((time) => time !== undefined && typeof time !== 'number'))
    return 'exp, nbf and iat of the request object must be numbers';
  const [expires, starts, issued] = [exp, nbf, iat] as (number | undefined)[];
  if (expires !== undefined && expires <= now) return 'the request object has expired: see its claim exp';
  if (Math.max(starts ?? 0, issued ?? 0) > now + CLOCK_SKEW_SECONDS)
    return 'the request object is not valid yet: see its claims nbf and iat';
  if (!isFapi || (expires !== undefined && starts !== undefined && expires - starts <= MAX_LIFETIME_SECONDS)) return null;
  return `the request object of a client with the profile FAPI2 must have exp, at most ${MAX_LIFETIME_SECONDS} seconds after its nbf`;
}
