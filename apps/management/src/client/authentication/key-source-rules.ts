import { findPublicJwkViolations, type KeyPurpose } from '@latchkey/crypto';
import { findCallbackUriViolation } from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { joinPointer } from '../../http/json-pointer.js';

/** The maximum number of keys of one method. */
export const MAX_KEYS = 10;

export interface KeySourceRules {
  purpose: KeyPurpose;
  isRequired: boolean;
}

/** Whether requests to a URL are allowed. @returns why not, or null */
export type FindUrlViolation = (url: string) => string | null;

/** Checks `jwks` and `jwksUri` of a method, of which exactly one must exist. */
export function findKeySourceViolations(
  { jwks, jwksUri }: Readonly<Record<string, unknown>>,
  { purpose, isRequired }: KeySourceRules,
  findUrlViolation: FindUrlViolation,
): Violation[] {
  if (jwks === undefined && jwksUri === undefined) {
    return isRequired
      ? [{ pointer: '', detail: 'must have jwks or jwksUri: the public keys of the client, or where they are published' }]
      : [];
  }
  const uriViolation = jwksUri === undefined ? null : findJwksUriViolation(jwksUri, findUrlViolation);
  return [
    ...(jwks === undefined || jwksUri === undefined ? [] : [{ pointer: '', detail: 'must have jwks or jwksUri, not both' }]),
    ...(jwks === undefined ? [] : findJwksViolations(jwks, purpose).map(({ pointer, detail }) => ({ pointer: `/jwks${pointer}`, detail }))),
    ...(uriViolation === null ? [] : [{ pointer: '/jwksUri', detail: uriViolation }]),
  ];
}

function findJwksUriViolation(uri: unknown, findUrlViolation: FindUrlViolation): string | null {
  return findCallbackUriViolation(uri) ?? findUrlViolation(uri as string);
}

/** RFC 7517 section 5. */
function findJwksViolations(jwks: unknown, purpose: KeyPurpose): Violation[] {
  if (typeof jwks !== 'object' || jwks === null || Array.isArray(jwks))
    return [{ pointer: '', detail: 'must be a JWK set: {"keys": [...]}' }];
  const { keys } = jwks as { keys?: unknown };
  if (!Array.isArray(keys)) return [{ pointer: '/keys', detail: 'must be an array of JWKs' }];
  const violations: Violation[] = [];
  if (keys.length < 1 || keys.length > MAX_KEYS) violations.push({ pointer: '/keys', detail: `must have 1 to ${MAX_KEYS} keys` });
  // Keys beyond the limit are not examined.
  for (const [index, jwk] of keys.slice(0, MAX_KEYS).entries()) {
    const pointer = joinPointer('/keys', String(index));
    violations.push(
      ...findPublicJwkViolations(jwk, purpose).map((violation) => ({
        pointer: `${pointer}${violation.pointer}`,
        detail: violation.detail,
      })),
    );
  }
  return [...violations, ...findRepeatedKeyIds(keys.slice(0, MAX_KEYS))];
}

function findRepeatedKeyIds(keys: readonly unknown[]): Violation[] {
  const ids = keys.map((jwk) => (jwk as { kid?: unknown } | null)?.kid);
  return ids.flatMap((kid, index) => {
    const first = ids.indexOf(kid);
    return kid === undefined || first === index
      ? []
      : [{ pointer: `/keys/${index}/kid`, detail: `is also the kid of the key at index ${first}` }];
  });
}
