import type { AuthSettings, TrustedProxies } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from 'proxy-addr';

/** A name, with the dot of the root (RFC 1034 section 3.1) and a port, which may be empty (RFC 3986 section 3.2.3), or without. */
const HOST = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)\.?(?::\d{0,5})?$/;

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** Whether the peer at the other end of a connection may say which host was asked for. */
export type TrustsPeer = (socket: Socket) => boolean;

/** Whose X-Forwarded-Host names the domain: nobody's, unless TRUST_FORWARDED_HOST is on. */
export function createForwardedHostTrust({
  TRUST_FORWARDED_HOST,
  TRUST_PROXY,
}: Pick<AuthSettings, 'TRUST_FORWARDED_HOST' | 'TRUST_PROXY'>): TrustsPeer {
  return TRUST_FORWARDED_HOST === 'on' ? createPeerTrust(TRUST_PROXY) : () => false;
}

/** @param trusted the number of proxies, the peer being the nearest of them, or the networks of the proxies */
export function createPeerTrust(trusted: TrustedProxies): TrustsPeer {
  if (typeof trusted === 'number') return () => trusted > 0;
  const trusts = compile(trusted);
  return ({ remoteAddress }) => remoteAddress !== undefined && trusts(remoteAddress, 0);
}

/**
 * The host name of a request, in lower case, without port and the dot of the root: from X-Forwarded-Host of a peer that may send it, else
 * from Host. Null if it is missing, repeated or invalid.
 */
export function getRequestHost(request: IncomingMessage, trustsPeer: TrustsPeer): string | null {
  // control: X-Forwarded-Host counts from trusted proxies only
  const forwarded = trustsPeer(request.socket) ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' && forwarded !== '' ? forwarded : getSingleHostHeader(request);
  return HOST.exec(host?.toLowerCase() ?? '')?.[1] ?? null;
}

/** Normalizes a host name: lower case, without the dot of the root. Null if it is invalid or has a port. */
export function parseHostName(text: string): string | null {
  return text.includes(':') ? null : (HOST.exec(text.toLowerCase())?.[1] ?? null);
}

/**
 * Converts a request target in absolute form to origin form, with its authority as Host (RFC 9112 section 3.2.2). Otherwise later code
 * would read an authority that was never matched against the domains.
 */
export function normalizeToOriginForm(request: IncomingMessage): void {
  if (request.url?.startsWith('/')) return;
  const [, authority, rest = ''] = ABSOLUTE_FORM.exec(request.url ?? '') ?? [];
  if (authority === undefined) return;
  if (getSingleHostHeader(request) !== undefined) request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}

/** Node joins no Host headers and keeps the first: a second one must not go unnoticed (RFC 9112 section 3.2). */
function getSingleHostHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  // Names are at even indexes. Node's header object is expensive, and this runs on every request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  // control: a request with two Host headers has no host
  return hosts === 1 ? headers.host : undefined;
}

/**
 * Sets Host and scheme to those of the domain's issuer: oidc-provider derives the URLs that it publishes from the request, not from the
 * issuer.
 */
export function setCanonicalHost({ headers }: IncomingMessage, issuer: URL): void {
  // control: published URLs have the host of the issuer
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}
