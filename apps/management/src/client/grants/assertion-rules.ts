import type { AssertionIssuer } from '@latchkey/persistence';
import type { Violation } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';
import { findVisibleTextViolation } from '../../http/visible-text.js';
import { findKeySourceViolations } from '../authentication/key-source-rules.js';
import { toMethod } from '../authentication/method-rules.js';
import { findIssuerEntryViolation } from './id-jag-rules.js';
import { findListViolations, listUnknownProperties } from './object-list-rules.js';
import { findResourcesViolations } from './resource-scopes.js';

/** The number of issuers of one client. */
export const MAX_ISSUERS = 10;
export const MAX_CLAIM_LENGTH = 128;
const PROPERTIES = ['issuer', 'jwks', 'jwksUri', 'subjectClaim', 'resources'];

/** The grant of identity assertions in a request. */
export interface SentJwtBearer {
  issuers: (Pick<AssertionIssuer, 'issuer' | 'resources'> & Partial<AssertionIssuer>)[];
}

/** Every error in the grant of identity assertions, with pointers into it. */
export function findJwtBearerViolations(value: unknown): Violation[] {
  return findListViolations(value, { name: 'issuers', max: MAX_ISSUERS, find: findIssuerEntryViolations });
}

/** The grant as it is stored. */
export function toJwtBearer({ issuers }: SentJwtBearer): { issuers: AssertionIssuer[] } {
  return {
    issuers: issuers.map(({ issuer, jwks, jwksUri, subjectClaim, resources }) => ({
      issuer,
      jwks: jwks ? (toMethod({ type: 'PrivateKeyJwt', jwks }) as { jwks: typeof jwks }).jwks : null,
      jwksUri: jwksUri ?? null,
      subjectClaim: subjectClaim ?? 'sub',
      resources,
    })),
  };
}

function findIssuerEntryViolations(value: unknown): Violation[] {
  if (!isObject(value)) return [{ pointer: '', detail: 'must be an object with issuer, jwks or jwksUri, and resources' }];
  const { issuer, jwks, jwksUri, subjectClaim, resources } = value;
  const issuerViolation = findIssuerEntryViolation(issuer);
  const claimViolation = (subjectClaim ?? null) === null ? null : findVisibleTextViolation(subjectClaim, MAX_CLAIM_LENGTH);
  const keySource = { jwks: jwks ?? undefined, jwksUri: jwksUri ?? undefined };
  return [
    ...listUnknownProperties(value, PROPERTIES),
    ...(issuerViolation === null ? [] : [{ pointer: '/issuer', detail: issuerViolation }]),
    ...findKeySourceViolations(keySource, { purpose: 'signature', isRequired: true }, () => null),
    ...(claimViolation === null ? [] : [{ pointer: '/subjectClaim', detail: claimViolation }]),
    ...findResourcesViolations(resources).map(({ pointer, detail }) => ({ pointer: `/resources${pointer}`, detail })),
  ];
}
