import type { IncomingMessage } from 'node:http';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';
import { hasCertificate, type PresentedCertificate } from '../client-authentication/certificate/presented-certificate.js';
import { isCertificateMethod, type PresentedKeys } from '../client-authentication/token-binding.js';

/** The client authentication of a request, known before oidc-provider receives it. */
export interface RequestCredentials {
  /** Null if the client has not authenticated, or presents a secret, which oidc-provider compares. */
  authenticated: AuthenticatedClient | null;
  /** The certificate of the client's TLS connection, whether or not it authenticates the client. */
  certificate: PresentedCertificate | null;
  /** The original request. */
  received: IncomingMessage;
}

/** Keyed by the requests that oidc-provider receives. */
const credentialsByRequest = new WeakMap<IncomingMessage, RequestCredentials>();

export function attachCredentials(request: IncomingMessage, credentials: RequestCredentials): void {
  credentialsByRequest.set(request, credentials);
}

export function getCredentials(request: IncomingMessage): RequestCredentials {
  return credentialsByRequest.get(request) ?? { authenticated: null, certificate: null, received: request };
}

export function getPresentedKeys(request: IncomingMessage): PresentedKeys {
  const { authenticated, certificate } = getCredentials(request);
  return {
    hasProof: request.headers['dpop'] !== undefined,
    hasCertificate: hasCertificate(certificate),
    isAuthenticatedByCertificate: authenticated !== null && isCertificateMethod(authenticated.method.method),
  };
}
