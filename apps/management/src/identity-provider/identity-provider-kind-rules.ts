import { parseP256PrivateKey } from '@latchkey/crypto';
import { findCallbackUriViolation } from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';

export const MAX_ENDPOINT_LENGTH = 1_024;
export const MAX_SUBJECT_CLAIM_LENGTH = 128;
/** Team ids and key ids of Apple. */
export const APPLE_ID = '^[A-Z0-9]{10}$';

const SUBJECT_CLAIM = new RegExp(`^[\\x21-\\x7e]{1,${MAX_SUBJECT_CLAIM_LENGTH}}$`);
const ENDPOINTS = { authorizationEndpoint: true, tokenEndpoint: true, userinfoEndpoint: true, emailsEndpoint: false };

/** The members of a request on which those of its kind depend. */
interface KindMembers {
  kind?: unknown;
  tokenEndpointAuthMethod?: unknown;
}

/** @returns the violations of `oauth2`, which identity providers of that kind have, and no others */
export function findOAuth2Violations(value: unknown, { kind }: KindMembers): Violation[] {
  if (kind !== 'oauth2') return isAbsent(value) ? [] : [{ pointer: '', detail: 'must be omitted unless kind is oauth2' }];
  if (!isRecord(value)) return [{ pointer: '', detail: 'must be an object with the endpoints of the provider, as kind is oauth2' }];
  const details = [
    ...Object.entries(ENDPOINTS).map(([name, isRequired]) => [name, findEndpointViolation(value[name], isRequired)] as const),
    ['subjectClaim', findSubjectClaimViolation(value['subjectClaim'])] as const,
  ];
  return [...toViolations(details), ...findUnknown(value, [...Object.keys(ENDPOINTS), 'subjectClaim'])];
}

/** @returns the violations of `appleKey`: its private key is the client secret */
export function findAppleKeyViolations(value: unknown, { kind, tokenEndpointAuthMethod }: KindMembers): Violation[] {
  if (isAbsent(value)) return [];
  if (!isRecord(value)) return [{ pointer: '', detail: 'must be an object with teamId and keyId' }];
  const names = ['teamId', 'keyId'];
  const findIdViolation = (id: unknown) =>
    typeof id === 'string' && new RegExp(APPLE_ID).test(id) ? null : 'must be 10 capital letters and digits';
  const details = names.map((name) => [name, findIdViolation(value[name])] as const);
  const fits = (kind ?? 'oidc') === 'oidc' && tokenEndpointAuthMethod === 'client_secret_post';
  const misfit = { pointer: '', detail: 'needs the kind oidc and the tokenEndpointAuthMethod client_secret_post' };
  return [...toViolations(details), ...findUnknown(value, names), ...(fits ? [] : [misfit])];
}

/** Whether the text is a private key as Apple hands it out: PEM, PKCS #8, P-256. */
export function isApplePrivateKey(text: unknown): boolean {
  return typeof text === 'string' && text.includes('-----BEGIN PRIVATE KEY-----') && parseP256PrivateKey(text) !== null;
}

function findEndpointViolation(value: unknown, isRequired: boolean): string | null {
  if (isAbsent(value)) return isRequired ? 'is required: a URL such as https://login.example.com/authorize' : null;
  if (typeof value === 'string' && value.length > MAX_ENDPOINT_LENGTH) return `must be at most ${MAX_ENDPOINT_LENGTH} characters long`;
  return findCallbackUriViolation(value)?.replace('app.example.com/logout', 'login.example.com/authorize') ?? null;
}

function findSubjectClaimViolation(value: unknown): string | null {
  if (isAbsent(value) || (typeof value === 'string' && SUBJECT_CLAIM.test(value))) return null;
  return `must be the name of a claim: 1 to ${MAX_SUBJECT_CLAIM_LENGTH} visible ASCII characters`;
}

function findUnknown(value: object, known: readonly string[]): Violation[] {
  const names = Object.keys(value).filter((name) => !known.includes(name));
  return names.map((name) => ({
    pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    detail: 'is not a property of this request',
  }));
}

function toViolations(details: readonly (readonly [name: string, detail: string | null])[]): Violation[] {
  return details.flatMap(([name, detail]) => (detail === null ? [] : [{ pointer: `/${name}`, detail }]));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
