import { findIssuerFault, MAX_ISSUER_LENGTH, RESERVED_CLAIMS } from '@latchkey/oauth';

export const MAX_DISPLAY_NAME_LENGTH = 60;
export const MAX_CLIENT_ID_LENGTH = 256;
export const MAX_SECRET_LENGTH = 2_048;
export const MAX_SCOPES = 32;
export const MAX_CLAIMS = 100;
export const MAX_NAME_LENGTH = 128;
export const MAX_SCOPE_LENGTH = 128;

/** What cannot be seen, or turns the text beside it around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** VSCHAR of RFC 6749 appendix A. */
const VISIBLE = /^[\x20-\x7e]+$/;
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const NAME = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_NAME_LENGTH}}$`, 'u');
/** Shown among the attributes of a user, and none of them. */
const NO_ATTRIBUTES = ['identityProvider', 'active'];
/** What no claim of a provider may become. */
export const UNMAPPABLE: ReadonlySet<string> = new Set([...RESERVED_CLAIMS, ...NO_ATTRIBUTES, '__proto__']);

/** @returns what is wrong with the `name` of a provider, or null */
export function providerNameFault(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[A-Za-z0-9\-._~]{1,64}$/.test(value) || /^\.{1,2}$/.test(value))
    return 'must be 1 to 64 characters, each a letter, a digit or one of - . _ ~';
  return value === 'local' ? 'must not be local: that is what users are called who sign in with us' : null;
}

export function providerIssuerFault(value: unknown): string | null {
  if (typeof value === 'string' && value.length > MAX_ISSUER_LENGTH) return `must be at most ${MAX_ISSUER_LENGTH} characters long`;
  return findIssuerFault(value);
}

export function upstreamClientIdFault(value: unknown): string | null {
  return isVisible(value, MAX_CLIENT_ID_LENGTH) ? null : `must be 1 to ${MAX_CLIENT_ID_LENGTH} visible ASCII characters`;
}

export function upstreamSecretFault(value: unknown, { tokenEndpointAuthMethod }: { tokenEndpointAuthMethod?: unknown }): string | null {
  if (tokenEndpointAuthMethod === 'private_key_jwt')
    return 'must be left out: with private_key_jwt the domain proves itself by its own keys';
  return isVisible(value, MAX_SECRET_LENGTH) ? null : `must be 1 to ${MAX_SECRET_LENGTH} visible ASCII characters`;
}

export function scopesFault(value: unknown): string | null {
  const tokens = Array.isArray(value) ? (value as unknown[]) : [];
  const sound = tokens.every((token) => typeof token === 'string' && token.length <= MAX_SCOPE_LENGTH && SCOPE_TOKEN.test(token));
  if (!sound || tokens.length === 0 || tokens.length > MAX_SCOPES || new Set(tokens).size < tokens.length)
    return `must be an array of 1 to ${MAX_SCOPES} scope tokens (RFC 6749 section 3.3), each once`;
  return tokens.includes('openid') ? null : 'must have openid among them (OpenID Connect Core section 3.1.2.1)';
}

export function claimMappingFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'must be an object: by each claim of theirs an attribute of ours';
  const attributes = Object.values(value);
  if (attributes.length > MAX_CLAIMS) return `must have at most ${MAX_CLAIMS} claims`;
  return new Set(attributes).size < attributes.length ? 'must not make the same attribute of two claims' : null;
}

/** @returns what is wrong with a claim that becomes an attribute, or null */
export function mappedClaimFault(attribute: unknown, claim: string): string | null {
  if (claim === '__proto__') return 'must not take over a claim named __proto__';
  if (!NAME.test(claim)) return `must have a claim of 1 to ${MAX_NAME_LENGTH} characters, none of them a control character`;
  if (typeof attribute !== 'string' || !NAME.test(attribute))
    return `must name an attribute: 1 to ${MAX_NAME_LENGTH} characters, none of them a control character`;
  if (UNMAPPABLE.has(attribute)) return `must not become ${attribute}: that name is reserved`;
  return null;
}

export function displayNameFault(value: unknown): string | null {
  const named = typeof value === 'string' && value.trim() !== '' && [...value].length <= MAX_DISPLAY_NAME_LENGTH;
  return named && value.isWellFormed() && !INVISIBLE.test(value) ? null : `must be 1 to ${MAX_DISPLAY_NAME_LENGTH} visible characters`;
}

function isVisible(value: unknown, longest: number): boolean {
  return typeof value === 'string' && value.length <= longest && VISIBLE.test(value);
}
