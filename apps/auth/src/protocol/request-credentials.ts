import type { IncomingMessage } from 'node:http';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';
import { hasCertificate, type PresentedCertificate } from '../client-authentication/certificate/presented-certificate.js';
import { isCertificateMethod, type ShownKeys } from '../client-authentication/token-binding.js';

/** What was found out about the client of a request before oidc-provider gets it. */
export interface RequestCredentials {
  /** Null if it has not authenticated, or by a secret, which oidc-provider compares. */
  authenticated: AuthenticatedClient | null;
  /** The certificate of its TLS connection, whether or not it authenticates by that. */
  certificate: PresentedCertificate | null;
  /** The request as it was received. */
  received: IncomingMessage;
}

/** By the requests that oidc-provider gets. */
const credentialsByRequest = new WeakMap<IncomingMessage, RequestCredentials>();

export function attachCredentials(request: IncomingMessage, credentials: RequestCredentials): void {
  credentialsByRequest.set(request, credentials);
}

export function getCredentials(request: IncomingMessage): RequestCredentials {
  return credentialsByRequest.get(request) ?? { authenticated: null, certificate: null, received: request };
}

export function getShownKeys(request: IncomingMessage): ShownKeys {
  const { authenticated, certificate } = getCredentials(request);
  return {
    hasProof: request.headers['dpop'] !== undefined,
    hasCertificate: hasCertificate(certificate),
    isAuthenticatedByCertificate: authenticated !== null && isCertificateMethod(authenticated.method.method),
  };
}
