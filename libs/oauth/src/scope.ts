/** The scopes of OpenID Connect Core sections 3.1.2.1, 5.4 and 11. They concern a user, but client credentials requests have none. */
export const OPENID_SCOPES: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'phone', 'address', 'offline_access']);

const MAX_SCOPE_LENGTH = 128;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** The scope tokens of a scope, RFC 6749 section 3.3. */
export function splitScope(scope: string): string[] {
  return scope === '' ? [] : scope.split(' ');
}

/** @returns whether the text is a scope by the grammar of RFC 6749 section 3.3 */
export function isScope(value: string): boolean {
  return SCOPE.test(value);
}

/** @returns the error of a client's scope, or null */
export function findScopeViolation(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < 1 || value.length > MAX_SCOPE_LENGTH) return `must be 1 to ${MAX_SCOPE_LENGTH} characters long`;
  if (!isScope(value)) return 'must be scope tokens separated by single spaces: visible ASCII characters without " and \\';
  return null;
}

/** The scope of a client credentials request without `scope`: the client's whole scope in order, without the OpenID scopes. */
export function clientCredentialsScope(clientScope: string): string {
  return splitScope(clientScope)
    .filter((token) => !OPENID_SCOPES.has(token))
    .join(' ');
}

/**
 * The granted scope of a client credentials request with `scope`: its tokens in order, without duplicates.
 *
 * @returns null if the client lacks one of them, or one is an OpenID scope
 */
export function grantClientCredentialsScope(clientScope: string, requested: string): string | null {
  const allowed = new Set(splitScope(clientCredentialsScope(clientScope)));
  const granted = new Set(splitScope(requested));
  for (const token of granted) if (!allowed.has(token)) return null;
  return [...granted].join(' ');
}

/** @returns the error of a text that must be one scope token (RFC 6749 section 3.3), or null */
export function findScopeTokenViolation(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const isScopeToken = value.length <= MAX_SCOPE_LENGTH && isScope(value) && splitScope(value).length === 1;
  return isScopeToken ? null : `must be one scope token (RFC 6749 section 3.3) of 1 to ${MAX_SCOPE_LENGTH} characters`;
}
