import type { AuthSettings, TrustedProxies } from '@latchkey/config';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from 'proxy-addr';

/** A host name, optionally with the root dot (RFC 1034 section 3.1) and a port, which may be empty (RFC 3986 section 3.2.3). */
const HOST = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)\.?(?::\d{0,5})?$/;

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** Whether a connection's peer may name the requested host. */
export type TrustsPeer = (socket: Socket) => boolean;

/** The peers whose X-Forwarded-Host names the domain: none, unless TRUST_FORWARDED_HOST is on. */
export function createForwardedHostTrust({
  TRUST_FORWARDED_HOST,
  TRUST_PROXY,
}: Pick<AuthSettings, 'TRUST_FORWARDED_HOST' | 'TRUST_PROXY'>): TrustsPeer {
  return TRUST_FORWARDED_HOST === 'on' ? createPeerTrust(TRUST_PROXY) : () => false;
}

/** @param trusted the number of proxies, counted from the peer, or the networks of the proxies */
export function createPeerTrust(trusted: TrustedProxies): TrustsPeer {
  if (typeof trusted === 'number') return () => trusted > 0;
  const trusts = compile(trusted);
  return ({ remoteAddress }) => remoteAddress !== undefined && trusts(remoteAddress, 0);
}

/**
 * The host name of a request in lower case, without port and root dot: from X-Forwarded-Host if the peer may set it, otherwise from Host.
 * Null if the header is missing, repeated or invalid.
 */
export function getRequestHost(request: IncomingMessage, trustsPeer: TrustsPeer): string | null {
  // control: X-Forwarded-Host counts from trusted proxies only
  const forwarded = trustsPeer(request.socket) ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' && forwarded !== '' ? forwarded : getSingleHostHeader(request);
  return HOST.exec(host?.toLowerCase() ?? '')?.[1] ?? null;
}

/** Normalizes a host name: lower case, without the root dot. Null if it is invalid or has a port. */
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

/** Node.js does not join Host headers but keeps the first. A second one must be detected (RFC 9112 section 3.2). */
function getSingleHostHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  // Names are at even indexes. Node.js builds its header object at a cost, and this code runs on every request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  // control: a request with two Host headers has no host
  return hosts === 1 ? headers.host : undefined;
}

/** Sets host and scheme to those of the domain's issuer, because oidc-provider derives the URLs that it publishes from the request. */
export function setCanonicalHost({ headers }: IncomingMessage, issuer: URL): void {
  // control: published URLs have the host of the issuer
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}
