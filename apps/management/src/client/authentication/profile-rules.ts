import type { Violation } from '@latchkey/problem';

/** Why the profile excludes a method: FAPI 2.0 Security Profile, section 5.3.2.1, item 6. */
const REFUSED_METHODS: Readonly<Record<string, string>> = {
  ClientSecret: 'a shared secret',
  FederatedJwt: 'an assertion that the client did not sign itself',
};
/** Section 5.4.1, item 1. */
const ALGORITHMS = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** The errors of a method of a client with the FAPI 2.0 Security Profile. */
export function findProfileViolations(method: unknown): Violation[] {
  const { type, jwks } = (method ?? {}) as { type?: unknown; jwks?: { keys?: unknown } };
  const refused = REFUSED_METHODS[String(type)];
  if (refused !== undefined) {
    const detail = `must be PrivateKeyJwt, TlsClientAuth or SelfSignedTlsClientAuth: the profile FAPI2 does not permit ${refused}`;
    return [{ pointer: '/type', detail }];
  }
  if (type !== 'PrivateKeyJwt' || !Array.isArray(jwks?.keys)) return [];
  return jwks.keys.flatMap((jwk, index) => {
    const alg = (jwk as { alg?: unknown } | null)?.alg;
    const isPermitted = alg === undefined || ALGORITHMS.includes(alg as string);
    return isPermitted
      ? []
      : [{ pointer: `/jwks/keys/${index}/alg`, detail: 'must be PS256, ES256 or EdDSA: the profile FAPI2 permits no others' }];
  });
}
