import { describe, expect, it } from '@jest/globals';
import { encodeJwsPart } from '@latchkey/crypto';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { parseClientAssertion } from './client-assertion.js';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const CLAIMS = { iss: 'orders', sub: 'orders' };

function jwt(header: object = {}, claims: object = CLAIMS): string {
  return `${encodeJwsPart({ alg: 'ES256', ...header })}.${encodeJwsPart(claims)}.c2ln`;
}

/** @returns the reason and the error code */
function refusalOf(client_assertion: string, client_assertion_type: string | undefined = TYPE): string[] {
  try {
    parseClientAssertion({ client_assertion, client_assertion_type });
  } catch (error) {
    const { reason, code, description } = error as ClientAuthenticationError;
    // RFC 6749 section 5.2.
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    return [reason, code];
  }
  return [];
}

describe('parseClientAssertion', () => {
  it.each([{}, { typ: 'JWT' }, { typ: 'client-authentication+jwt' }, { typ: 'application/client-authentication+jwt', kid: '1' }])(
    'reads an assertion with the header %j',
    (header) => {
      expect(parseClientAssertion({ client_assertion: jwt(header), client_assertion_type: TYPE })).toMatchObject({
        issuer: 'orders',
        subject: 'orders',
      });
    },
  );

  it.each<[string, string, string]>([
    ['unsigned', `${encodeJwsPart({ alg: 'none' })}.${encodeJwsPart(CLAIMS)}.`, 'malformed-assertion'],
    ['marked as unsigned', jwt({ alg: 'none' }), 'wrong-algorithm'],
    ['an HMAC', jwt({ alg: 'HS256' }), 'wrong-algorithm'],
    ['of a longer hash', jwt({ alg: 'RS512' }), 'wrong-algorithm'],
    ['without algorithm', jwt({ alg: undefined }), 'wrong-algorithm'],
    ['with critical extensions', jwt({ crit: ['b64'], b64: false }), 'malformed-assertion'],
    ['a nested JWT', jwt({ cty: 'JWT' }), 'malformed-assertion'],
    ['a JWT inside a JWT', `${encodeJwsPart({ alg: 'ES256' })}.${Buffer.from(jwt()).toString('base64url')}.c2ln`, 'malformed-assertion'],
    ['encrypted', 'a.b.c.d.e', 'malformed-assertion'],
    ['a DPoP proof', jwt({ typ: 'dpop+jwt' }), 'malformed-assertion'],
    ['an access token', jwt({ typ: 'at+jwt' }), 'malformed-assertion'],
    ['of an odd type', jwt({ typ: 1 }), 'malformed-assertion'],
    ['longer than 8192 characters', jwt({}, { ...CLAIMS, long: 'x'.repeat(6_200) }), 'malformed-assertion'],
    ['without sub', jwt({}, { iss: 'orders' }), 'malformed-assertion'],
    ['without iss', jwt({}, { sub: 'orders' }), 'malformed-assertion'],
    ['with an iss that is no text', jwt({}, { iss: 1, sub: 'orders' }), 'malformed-assertion'],
    ['no JWT', 'orders', 'malformed-assertion'],
  ])('rejects an assertion that is %s', (_what, assertion, reason) => {
    expect(refusalOf(assertion)).toEqual([reason, 'invalid_client']);
  });

  it.each(['', 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'])('rejects an assertion of the type "%s"', (type) => {
    expect(refusalOf(jwt(), type)).toEqual(['wrong-assertion-type', 'invalid_request']);
  });
});
