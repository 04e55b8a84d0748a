import type { Method } from '../../assurance/assurance.js';
import { COOKIES, readCookie, setCookie, type CookieContext, type CookieRequest } from '../../pages/http/cookies.js';

/** The method that a browser used last, which its next sign-in offers first. The cookie names no person and proves nothing. */
export type RememberedMethod = { kind: 'method'; method: Method } | { kind: 'provider'; name: string };

const PROVIDER_PREFIX = 'provider.';
/** A link of the operator is no method that a person can choose. */
const REMEMBERED: readonly Method[] = ['passkey', 'email-link', 'text-link', 'totp', 'recovery-code'];

/** Remembers how a person has signed in. @param provider name of the identity provider; null for a local sign-in */
export function rememberMethod(current: CookieContext, methods: readonly Method[], provider: string | null): void {
  const [first] = methods.filter((method) => REMEMBERED.includes(method));
  const value = provider === null ? first : `${PROVIDER_PREFIX}${encodeURIComponent(provider)}`;
  if (value !== undefined) setCookie(current, COOKIES.rememberedMethod, { value });
}

/** @returns null if the browser remembers none */
export function readRememberedMethod(current: CookieRequest): RememberedMethod | null {
  const value = readCookie(current, COOKIES.rememberedMethod) ?? '';
  const method = REMEMBERED.find((each) => each === value);
  if (method !== undefined) return { kind: 'method', method };
  return value.startsWith(PROVIDER_PREFIX) ? { kind: 'provider', name: value.slice(PROVIDER_PREFIX.length) } : null;
}
