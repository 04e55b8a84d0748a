import { findIssuerViolation, findMeantClaim, MAX_ISSUER_LENGTH, RESERVED_CLAIMS } from '@latchkey/oauth';
import { isApplePrivateKey } from './identity-provider-kind-rules.js';

export const MAX_DISPLAY_NAME_LENGTH = 60;
export const MAX_CLIENT_ID_LENGTH = 256;
export const MAX_SECRET_LENGTH = 2_048;
export const MAX_SCOPES = 32;
export const MAX_CLAIMS = 100;
export const MAX_NAME_LENGTH = 128;
export const MAX_SCOPE_LENGTH = 128;
export const MAX_REQUIRED_CLAIMS = 20;
export const MAX_REQUIRED_VALUES = 50;
export const MAX_CLAIM_VALUE_LENGTH = 1_024;

/** Invisible characters, and characters that change the direction of adjacent text. */
const INVISIBLE_CHARACTER = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** VSCHAR of RFC 6749 appendix A. */
const VSCHARS = /^[\x20-\x7e]+$/;
const ENTITY_ID = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/;
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const NAME_PATTERN = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_NAME_LENGTH}}$`, 'u');
const CLAIM_VALUE = /^[^\p{Cc}\p{Cs}]*$/u;
/** Shown among the attributes of a user, but not attributes. */
const NON_ATTRIBUTE_PROPERTIES = ['identityProvider', 'active'];
/** The attributes to which no claim of an identity provider can be mapped. */
export const RESERVED_ATTRIBUTES: ReadonlySet<string> = new Set([...RESERVED_CLAIMS, ...NON_ATTRIBUTE_PROPERTIES, '__proto__']);

/** @returns the error of an identity provider's `name`, or null */
export function findIdentityProviderNameViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z0-9\-._~]{1,64}$/.test(value) || /^\.{1,2}$/.test(value))
    return 'must be 1 to 64 characters, each a letter, a digit or one of - . _ ~';
  return value === 'local' ? 'must not be local, which is reserved for users without an identity provider' : null;
}

/** Placeholders of the providers' documentation, such as {tenantid}, <tenant-id> and YOUR_DOMAIN. */
const PLACEHOLDER = /[{<][^{}<>]*[}>]|\bYOUR[_-]\w+/i;

export function findIdentityProviderIssuerViolation(value: unknown, { kind }: { kind?: unknown }): string | null {
  const placeholder = typeof value === 'string' ? PLACEHOLDER.exec(value)?.[0] : undefined;
  if (placeholder !== undefined) return `must be the address of one tenant: replace ${placeholder.slice(0, 64)} with its id or name`;
  if (typeof value === 'string' && value.length > MAX_ISSUER_LENGTH) return `must be at most ${MAX_ISSUER_LENGTH} characters long`;
  return kind === 'saml' ? findEntityIdViolation(value) : findIssuerViolation(value);
}

/** SAML core section 8.3.6. */
function findEntityIdViolation(value: unknown): string | null {
  const isEntityId = typeof value === 'string' && ENTITY_ID.test(value);
  return isEntityId ? null : 'must be the entity ID of the identity provider: a URI such as https://login.example.com/saml';
}

export function findUpstreamClientSecretViolation(
  value: unknown,
  { tokenEndpointAuthMethod, appleKey = null }: { tokenEndpointAuthMethod?: unknown; appleKey?: unknown },
): string | null {
  if (tokenEndpointAuthMethod === 'private_key_jwt')
    return 'must be omitted: with private_key_jwt the domain authenticates with its own keys';
  if (appleKey !== null)
    return isApplePrivateKey(value) ? null : 'must be the private key of appleKey, as in the file AuthKey_….p8: PEM, PKCS #8, P-256';
  const isVisibleAscii = typeof value === 'string' && value.length <= MAX_SECRET_LENGTH && VSCHARS.test(value);
  return isVisibleAscii ? null : `must be 1 to ${MAX_SECRET_LENGTH} visible ASCII characters`;
}

export function findScopesViolation(value: unknown, { kind }: { kind?: unknown }): string | null {
  const tokens = Array.isArray(value) ? (value as unknown[]) : [];
  const isValid = tokens.every((token) => typeof token === 'string' && token.length <= MAX_SCOPE_LENGTH && SCOPE_TOKEN.test(token));
  if (!isValid || tokens.length === 0 || tokens.length > MAX_SCOPES || new Set(tokens).size < tokens.length)
    return `must be an array of 1 to ${MAX_SCOPES} different scope tokens (RFC 6749 section 3.3)`;
  return tokens.includes('openid') || kind === 'oauth2' ? null : 'must contain openid (OpenID Connect Core section 3.1.2.1)';
}

export function findClaimMappingViolation(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object that maps each claim to an attribute';
  const attributes = Object.values(value);
  if (attributes.length > MAX_CLAIMS) return `must have at most ${MAX_CLAIMS} claims`;
  return new Set(attributes).size < attributes.length ? 'must not map two claims to the same attribute' : null;
}

/** @returns the error of a mapped claim's name, or null */
export function findMappedClaimViolation(attribute: unknown, claim: string): string | null {
  if (claim === '__proto__') return 'must not map a claim named __proto__';
  if (!NAME_PATTERN.test(claim)) return `must have claim names of 1 to ${MAX_NAME_LENGTH} characters without control characters`;
  if (typeof attribute !== 'string' || !NAME_PATTERN.test(attribute))
    return `must name an attribute with 1 to ${MAX_NAME_LENGTH} characters and no control characters`;
  if (RESERVED_ATTRIBUTES.has(attribute)) return `must not be mapped to ${attribute}, which is a reserved name`;
  const meant = findMeantClaim(attribute);
  return meant === null ? null : `must not be mapped to ${attribute}, which is not the name of an attribute. Did you mean ${meant}?`;
}

export function findRequiredClaimsViolation(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object with the required value of each claim';
  return Object.keys(value).length > MAX_REQUIRED_CLAIMS ? `must have at most ${MAX_REQUIRED_CLAIMS} claims` : null;
}

/** @returns the error of a required claim's name or value, or null */
export function findRequiredClaimViolation(value: unknown, claim: string): string | null {
  if (claim === '__proto__' || !NAME_PATTERN.test(claim))
    return `must have claim names of 1 to ${MAX_NAME_LENGTH} characters without control characters`;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every(isRequiredValue))
    return `must be a string of 1 to ${MAX_CLAIM_VALUE_LENGTH} characters, an integer or a boolean, or a list of them`;
  const isList = values.length > 0 && values.length <= MAX_REQUIRED_VALUES && new Set(values).size === values.length;
  return isList ? null : `must be a list of 1 to ${MAX_REQUIRED_VALUES} different values`;
}

function isRequiredValue(value: unknown): boolean {
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return true;
  return typeof value === 'string' && value !== '' && [...value].length <= MAX_CLAIM_VALUE_LENGTH && CLAIM_VALUE.test(value);
}

export function findDisplayNameViolation(value: unknown): string | null {
  const isVisibleName = typeof value === 'string' && value.trim() !== '' && [...value].length <= MAX_DISPLAY_NAME_LENGTH;
  return isVisibleName && value.isWellFormed() && !INVISIBLE_CHARACTER.test(value)
    ? null
    : `must be 1 to ${MAX_DISPLAY_NAME_LENGTH} visible characters`;
}
