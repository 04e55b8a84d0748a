import { decodeJws, type DecodedJws, VERIFIED_ALGORITHMS } from '@latchkey/crypto';
import type { ClientParameters } from '../authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';

/** RFC 7523 section 2.2. */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Maximum length in characters. Kubernetes tokens have about 1,500. */
const MAX_LENGTH = 8_192;
/**
 * JWT types that authenticate a client: RFC 7519 section 5.1, RFC 7515 section 4.1.9. Clients sign other JWTs, such as DPoP proofs, with
 * the same keys.
 */
const TYPES = new Set(['jwt', 'jose', 'client-authentication+jwt']);

/** A well-formed assertion. None of its content has been verified. */
export interface ClientAssertion {
  jws: DecodedJws;
  issuer: string;
  subject: string;
}

/**
 * Parses the assertion of a request: RFC 7523 section 3. Keys and references to keys in its header (`jwk`, `jku`, `x5c`, `x5u`) are
 * ignored.
 *
 * @throws ClientAuthenticationError
 */
export function parseClientAssertion({ client_assertion: assertion = '', client_assertion_type: type }: ClientParameters): ClientAssertion {
  if (type !== ASSERTION_TYPE)
    throw new ClientAuthenticationError('wrong-assertion-type', `client_assertion_type must be ${ASSERTION_TYPE}`);
  if (assertion.length > MAX_LENGTH) throw malformed(`it may have at most ${MAX_LENGTH} characters`);
  const jws = decodeJws(assertion);
  if (!jws) throw malformed('it must be a signed JWT in compact serialization, whose claims are a JSON object');
  checkHeader(jws.header);
  const { iss, sub } = jws.claims;
  if (typeof iss !== 'string' || typeof sub !== 'string') throw malformed('it needs the claims iss and sub');
  return { jws, issuer: iss, subject: sub };
}

function checkHeader({ alg, typ, cty, crit }: DecodedJws['header']): void {
  if (!VERIFIED_ALGORITHMS.some((each) => each === alg))
    throw new ClientAuthenticationError(
      'wrong-algorithm',
      `the algorithm of client_assertion must be one of ${VERIFIED_ALGORITHMS.join(', ')}`,
    );
  // No extension is supported: RFC 7515 section 4.1.11.
  if (crit !== undefined) throw malformed('its header may have no crit');
  // Only nested JWTs have `cty`: RFC 7519 section 5.2.
  if (cty !== undefined) throw malformed('it may not be a nested JWT');
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.has(typ.toLowerCase().replace(/^application\//, ''))))
    throw malformed('its header has a typ of another kind of JWT');
}

function malformed(rule: string): ClientAuthenticationError {
  return new ClientAuthenticationError('malformed-assertion', `client_assertion is not valid: ${rule}`);
}
