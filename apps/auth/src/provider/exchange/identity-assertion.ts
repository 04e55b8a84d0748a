import { decodeJws, VERIFIED_ALGORITHMS, type DecodedJws } from '@latchkey/crypto';
import { errors } from 'oidc-provider';
import { InvalidAssertionError } from '../errors/invalid-assertion.error.js';

/** The `typ` of an identity assertion: draft-ietf-oauth-identity-assertion-authz-grant. */
export const ID_JAG_TYPE = 'oauth-id-jag+jwt';
/** The longest time until `exp`. */
export const ID_JAG_SECONDS = 300;
/** How far the clock of the issuer may be ahead or behind. */
const CLOCK_SKEW_SECONDS = 60;
const MAX_LENGTH = 8_192;
const MAX_ID_LENGTH = 255;

/** An assertion that is well-formed. None of its content has been verified. */
export interface IdentityAssertion {
  jws: DecodedJws;
  issuer: string;
}

/** The claims of an assertion that is for this server and this client, and current. */
export interface AssertedAccess {
  jti: string;
  /** Seconds for which it could be accepted again. */
  lifetime: number;
  /** The APIs for which it is; null: any. */
  resources: readonly string[] | null;
  /** The scopes for which it is; null: any. */
  scopes: readonly string[] | null;
  /** The thumbprint of the key that a DPoP proof must have (RFC 9449 section 6.1); null: any or none. */
  jkt: string | null;
}

/** What the claims must match. */
export interface AssertionTarget {
  /** The issuer of the domain, and the URLs of its token endpoint. */
  audiences: readonly string[];
  clientId: string;
  /** Seconds since the epoch. */
  now: number;
}

/**
 * Parses an assertion. Keys and references to keys in its header are ignored.
 *
 * @throws InvalidRequest without one, InvalidAssertionError
 */
export function parseIdentityAssertion(assertion: string | undefined): IdentityAssertion {
  if (assertion === undefined || assertion === '')
    throw new errors.InvalidRequest('assertion is missing: it is the identity assertion, a signed JWT (RFC 7523 section 2.1)');
  demand(assertion.length <= MAX_LENGTH, `may have at most ${MAX_LENGTH} characters`);
  const jws = decodeJws(assertion);
  if (!jws) throw new InvalidAssertionError('assertion must be a signed JWT in compact serialization, whose claims are a JSON object');
  const { alg, typ, cty, crit } = jws.header;
  // control: only an asymmetric signature vouches for an assertion
  demand(
    VERIFIED_ALGORITHMS.some((each) => each === alg),
    `must be signed with one of ${VERIFIED_ALGORITHMS.join(', ')}`,
  );
  // control: other JWTs of an issuer are no identity assertions
  demand(typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === ID_JAG_TYPE, `needs ${ID_JAG_TYPE} as its typ`);
  demand(crit === undefined && cty === undefined, 'may have neither crit nor cty in its header');
  const { iss: issuer } = jws.claims;
  demand(isText(issuer), 'needs the claim iss');
  return { jws, issuer };
}

/** Checks all claims but those of the user. @throws InvalidAssertionError */
export function checkAssertedAccess({ jws: { claims } }: IdentityAssertion, { audiences, clientId, now }: AssertionTarget): AssertedAccess {
  const { aud, exp, iat, nbf, jti, client_id: named, resource, scope, cnf } = claims;
  const [audience, ...others] = [aud].flat();
  // control: an assertion for another server is refused
  demand(others.length === 0 && audiences.some((each) => each === audience), `needs ${audiences[0]!} as its only aud`);
  // control: an assertion serves the client that it names
  demand(named === clientId, `needs ${clientId} as its client_id: it is for another client`);
  const latest = now + CLOCK_SKEW_SECONDS;
  demand(isTime(exp) && isTime(iat), 'needs exp and iat as numbers');
  // control: an identity assertion expires
  demand(exp > now - CLOCK_SKEW_SECONDS, 'has expired: get a new one');
  // control: an identity assertion is short-lived
  demand(exp <= latest + ID_JAG_SECONDS, `may expire at most ${ID_JAG_SECONDS} seconds ahead`);
  demand(
    [iat, nbf ?? iat].every((time) => isTime(time) && time <= latest),
    'is not valid yet, by iat or nbf',
  );
  demand(isText(jti), 'needs a jti, a text of 1 to 255 characters');
  return {
    jti,
    lifetime: exp - now + CLOCK_SKEW_SECONDS,
    resources: parseResources(resource),
    scopes: parseScope(scope),
    jkt: parseConfirmation(cnf),
  };
}

/** The claim that names the user at the issuer. @throws InvalidAssertionError */
export function readSubject({ jws: { claims } }: IdentityAssertion, claim: string): string {
  const subject = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  demand(isText(subject) && /^[ -~]+$/.test(subject), `needs ${claim}, 1 to 255 printable ASCII characters that name the user`);
  return subject;
}

function parseResources(resource: unknown): string[] | null {
  if (resource === undefined) return null;
  const all: unknown[] = [resource].flat();
  demand(all.length > 0 && all.every(isAnyText), 'has a resource that is neither a URI nor a list of URIs');
  return all as string[];
}

function parseScope(scope: unknown): string[] | null {
  if (scope === undefined) return null;
  demand(typeof scope === 'string', 'has a scope that is no text');
  return scope.split(' ').filter((token) => token !== '');
}

function parseConfirmation(cnf: unknown): string | null {
  if (cnf === undefined) return null;
  const { jkt, ...others } = (typeof cnf === 'object' && cnf !== null ? cnf : {}) as { jkt?: unknown };
  demand(isText(jkt) && Object.keys(others).length === 0, 'is bound by a cnf other than jkt, which is not supported');
  return jkt;
}

function isText(value: unknown): value is string {
  return isAnyText(value) && value.length <= MAX_ID_LENGTH;
}

function isAnyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** NumericDate of RFC 7519 section 2. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function demand(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new InvalidAssertionError(`assertion ${rule}`);
}
