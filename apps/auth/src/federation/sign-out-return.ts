import type { Sealer } from '@latchkey/crypto';
import type { DomainRecord } from '../domain/domain-record.js';
import type { Visit } from '../domain/served-domain.js';
import { redirectUriOf } from './upstream-request.js';

/** What the browser keeps while it is at a provider to sign out. Sealed: nobody else says where it goes on to. */
export interface SignOutReturn {
  state: string;
  returnTo: string;
}

/** Seconds. */
const PATIENCE = 600;
const NAME = 'federation_sign_out';

type ReturnDomain = Pick<DomainRecord, 'id' | 'issuer'>;

export function sealReturn(sealer: Sealer, { id }: ReturnDomain, way: SignOutReturn): string {
  return sealer.seal(Buffer.from(JSON.stringify(way)), contextOf(id)).toString('base64url');
}

/** @returns of a Set-Cookie header; it is sent to one address alone */
export function signOutCookie(domain: ReturnDomain, provider: string, value: string): string {
  const path = new URL(`${redirectUriOf(domain, provider)}/signed-out`).pathname;
  const secure = domain.issuer.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${value}; Path=${path}; Max-Age=${PATIENCE}; HttpOnly; SameSite=Lax${secure}`;
}

/** @returns where the browser goes on to; null: it brings no such thing along, or not that of this very sign-out */
export function openReturn(sealer: Sealer, { request, domain }: Pick<Visit, 'request' | 'domain'>): string | null {
  const [, value] = new RegExp(`(?:^|; *)${NAME}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  const state = new URL(request.url ?? '', domain.issuer).searchParams.get('state');
  const way = value === undefined ? null : open(sealer, domain, value);
  return way !== null && way.state === state ? way.returnTo : null;
}

function open(sealer: Sealer, { id }: ReturnDomain, value: string): SignOutReturn | null {
  try {
    return JSON.parse(sealer.open(Buffer.from(value, 'base64url'), contextOf(id)).toString('utf8')) as SignOutReturn;
  } catch {
    return null;
  }
}

function contextOf(domainId: string): string {
  return `upstream-sign-out:${domainId}`;
}
