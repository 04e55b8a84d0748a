import { RESERVED_CLAIMS } from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { findValueViolations } from '@latchkey/user';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';

export const MAX_CLAIMS = 75;
export const MAX_CLAIMS_BYTES = 8_192;
export const MAX_NAME_LENGTH = 128;
const NAME = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_NAME_LENGTH}}$`, 'u');

/**
 * Claims that the server sets in access tokens, or that introspection adds (RFC 7662 section 2.2), and the name that many JSON parsers treat
 * specially. `roles` names the roles of the client.
 */
export const RESERVED_TOKEN_CLAIMS: readonly string[] = [...RESERVED_CLAIMS, 'roles', 'username', '__proto__'];

/** Every error in the claims of a client's own tokens, with pointers into them. */
export function findClaimsViolations(value: unknown): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: 'must be an object' }];
  const claims = Object.entries(value);
  const errors = claims.flatMap(([name, claim]) => findClaimViolations(name, claim));
  if (claims.length > MAX_CLAIMS) errors.push({ pointer: '', detail: `must have at most ${MAX_CLAIMS} claims, not ${claims.length}` });
  const bytes = Buffer.byteLength(JSON.stringify(value));
  // control: the claims of a client are limited together
  if (bytes > MAX_CLAIMS_BYTES) errors.push({ pointer: '', detail: `must have at most ${MAX_CLAIMS_BYTES} bytes as JSON, not ${bytes}` });
  return errors;
}

function findClaimViolations(name: string, claim: unknown): Violation[] {
  const pointer = joinPointer('', name);
  // control: a client has no claim that the server sets
  if (RESERVED_TOKEN_CLAIMS.includes(name)) return [{ pointer, detail: 'is a claim that the server sets' }];
  if (!NAME.test(name)) return [{ pointer, detail: `must have a name of 1 to ${MAX_NAME_LENGTH} characters without control characters` }];
  return findValueViolations(claim, pointer);
}
