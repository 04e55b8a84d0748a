import { pickPublicMembers, type KeyPurpose } from '@latchkey/crypto';
import {
  AUTHENTICATION_METHODS,
  CERTIFICATE_NAMES,
  findIssuerViolation,
  MAX_ISSUER_LENGTH,
  type AuthenticationMethod,
  type AuthenticationMethodType,
  type PublicJwks,
} from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { joinPointer } from '../../http/json-pointer.js';
import { findCertificateNameViolation, listCertificateNames } from './certificate-name-rules.js';
import { findKeySourceViolations, type FindUrlViolation } from './key-source-rules.js';

/**
 * Together with an issuer, short enough for an index key. OpenID Connect Core section 2 allows 255 ASCII characters; SPIFFE IDs are longer.
 */
export const MAX_SUBJECT_LENGTH = 1_024;

/** A method in a request. Properties that GET adds are ignored. */
export type SentMethod = AuthenticationMethod & { lastUsedAt?: unknown };

type Method = Readonly<Record<string, unknown>>;

/** The properties of each type of method, in addition to `type`. */
const PROPERTIES: Readonly<Record<AuthenticationMethodType, readonly string[]>> = {
  ClientSecret: [],
  PrivateKeyJwt: ['jwks', 'jwksUri'],
  FederatedJwt: ['issuer', 'subject', 'jwks', 'jwksUri'],
  TlsClientAuth: CERTIFICATE_NAMES,
  SelfSignedTlsClientAuth: ['jwks', 'jwksUri'],
};
const KEY_PURPOSES: Readonly<Partial<Record<AuthenticationMethodType, KeyPurpose>>> = {
  PrivateKeyJwt: 'signature',
  FederatedJwt: 'signature',
  SelfSignedTlsClientAuth: 'certificate',
};

/** Every error of a method, with JSON Pointers within it. */
export function findMethodViolations(value: unknown, findUrlViolation: FindUrlViolation): Violation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: '', detail: 'must be an object' }];
  const method = value as Method;
  const type = AUTHENTICATION_METHODS.find((each) => each === method['type']);
  if (!type) return [{ pointer: '/type', detail: `must be one of: ${AUTHENTICATION_METHODS.join(', ')}` }];
  const purpose = KEY_PURPOSES[type];
  return [
    ...findUnknownProperties(method, type),
    ...(type === 'FederatedJwt' ? findWorkloadViolations(method, findUrlViolation) : []),
    ...(purpose ? findKeySourceViolations(method, { purpose, isRequired: type !== 'FederatedJwt' }, findUrlViolation) : []),
    ...(type === 'TlsClientAuth' ? findCertificateViolations(method) : []),
  ];
}

/** A valid method in its stored form. */
export function toMethod({ jwks, lastUsedAt: _shown, ...method }: SentMethod & { jwks?: PublicJwks }): AuthenticationMethod {
  return jwks ? ({ ...method, jwks: { keys: jwks.keys.map(pickPublicMembers) } } as AuthenticationMethod) : method;
}

function findUnknownProperties(method: Method, type: AuthenticationMethodType): Violation[] {
  const known = ['type', 'lastUsedAt', ...PROPERTIES[type]];
  return Object.keys(method)
    .filter((name) => !known.includes(name))
    .map((name) => ({ pointer: joinPointer('', name), detail: `is not a property of ${type}` }));
}

function findWorkloadViolations(method: Method, findUrlViolation: FindUrlViolation): Violation[] {
  const { issuer, subject, jwks, jwksUri } = method;
  const isDiscovered = jwks === undefined && jwksUri === undefined;
  const issuerViolation = findWorkloadIssuerViolation(issuer) ?? (isDiscovered ? findUrlViolation(issuer as string) : null);
  const isSubject = typeof subject === 'string' && /^[ -~]+$/.test(subject) && subject.length <= MAX_SUBJECT_LENGTH;
  return [
    ...(issuerViolation === null ? [] : [{ pointer: '/issuer', detail: issuerViolation }]),
    ...(isSubject
      ? []
      : [{ pointer: '/subject', detail: `must be the sub of its tokens: 1 to ${MAX_SUBJECT_LENGTH} printable ASCII characters` }]),
  ];
}

function findWorkloadIssuerViolation(issuer: unknown): string | null {
  if (typeof issuer === 'string' && issuer.length > MAX_ISSUER_LENGTH) return `must have at most ${MAX_ISSUER_LENGTH} characters`;
  return findIssuerViolation(issuer);
}

function findCertificateViolations(method: Method): Violation[] {
  const names = listCertificateNames(method);
  const count = names.length === 1 ? [] : [{ pointer: '', detail: `must have exactly one of: ${CERTIFICATE_NAMES.join(', ')}` }];
  return [
    ...count,
    ...names.flatMap((name) => {
      const detail = findCertificateNameViolation(name, method[name]);
      return detail === null ? [] : [{ pointer: `/${name}`, detail }];
    }),
  ];
}
