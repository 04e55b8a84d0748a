import type { Encryptor } from '@latchkey/crypto';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { buildSetCookie, COOKIES, readCookie } from '../../pages/http/cookies.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';

/** State of a logout at an identity provider. The cookie encrypts it, so that the redirect target cannot be forged. */
export interface PostLogoutRedirect {
  state: string;
  returnTo: string;
}

type RedirectDomain = Pick<CachedDomain, 'id' | 'issuer'>;

export function encryptPostLogoutRedirect(encryptor: Encryptor, { id }: RedirectDomain, redirect: PostLogoutRedirect): string {
  return encryptor.encrypt(Buffer.from(JSON.stringify(redirect)), encryptionContext(id)).toString('base64url');
}

/** @returns a Set-Cookie value whose path is the logout callback of the identity provider */
export function buildPostLogoutCookie(domain: RedirectDomain, provider: string, value: string): string {
  const path = new URL(`${buildRedirectUri(domain, provider)}/signed-out`).pathname;
  return buildSetCookie(domain, COOKIES.postLogoutRedirect, { value, path });
}

/** @returns the redirect target; null if the cookie is missing, invalid, or of another logout */
export function readPostLogoutRedirect(
  encryptor: Encryptor,
  { request, domain }: Pick<DomainRequest, 'request' | 'domain'>,
): string | null {
  const value = readCookie({ request, domain }, COOKIES.postLogoutRedirect);
  const state = new URL(request.url ?? '', domain.issuer).searchParams.get('state');
  const redirect = value === null ? null : decrypt(encryptor, domain, value);
  return redirect !== null && redirect.state === state ? redirect.returnTo : null;
}

function decrypt(encryptor: Encryptor, { id }: RedirectDomain, value: string): PostLogoutRedirect | null {
  try {
    return JSON.parse(encryptor.decrypt(Buffer.from(value, 'base64url'), encryptionContext(id)).toString('utf8')) as PostLogoutRedirect;
  } catch {
    return null;
  }
}

function encryptionContext(domainId: string): string {
  return `upstream-sign-out:${domainId}`;
}
