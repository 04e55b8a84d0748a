import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml';
import { PERSISTENT_NAME_ID } from './assertion.js';

/** The addresses of a service at which users of an identity provider sign in. */
export interface SamlEndpoints {
  entityId: string;
  /** The assertion consumer service, which takes responses by HTTP POST. */
  assertionConsumerUrl: string;
  /** The single logout service, which takes messages by HTTP redirect. */
  singleLogoutUrl: string;
}

/** A request for a sign-in: SAML core section 3.4.1. */
export interface AuthnRequest {
  /** Single sign-on service of the identity provider, for HTTP redirects. */
  ssoUrl: string;
  id: string;
  /** Comes back with the response. At most 80 bytes: SAML bindings section 3.4.3. */
  relayState: string;
  /** Whether the user must sign in again, despite a session there. */
  forceAuthn: boolean;
  /** Whether a persistent NameID identifies users. */
  wantsPersistentNameId: boolean;
  /** PEM; null if requests are not signed. */
  signingKey: string | null;
}

/** A key, and the certificate in which metadata publish it. Both are PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** The library demands a certificate of the identity provider even to write a request. */
export const NO_CERTIFICATE = 'unused';

/** @returns the URL that sends the browser to the identity provider: SAML bindings section 3.4 */
export async function buildAuthnRequestUrl(endpoints: SamlEndpoints, request: AuthnRequest): Promise<string> {
  const { ssoUrl, id, relayState, forceAuthn, wantsPersistentNameId, signingKey } = request;
  const saml = new SAML({
    entryPoint: ssoUrl,
    callbackUrl: endpoints.assertionConsumerUrl,
    issuer: endpoints.entityId,
    idpCert: NO_CERTIFICATE,
    generateUniqueId: () => id,
    forceAuthn,
    identifierFormat: wantsPersistentNameId ? PERSISTENT_NAME_ID : null,
    disableRequestedAuthnContext: true,
    ...(signingKey !== null && { privateKey: signingKey, signatureAlgorithm: 'sha256' as const }),
  });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** How a service signs and decrypts. */
export interface ServiceProviderKeys {
  /** The current key, then the former one. */
  keys: readonly SamlKey[];
  signsRequests: boolean;
}

/** @returns the metadata of the service: SAML metadata section 2.4.4 */
export function buildServiceProviderMetadata(
  { entityId, assertionConsumerUrl, singleLogoutUrl }: SamlEndpoints,
  { keys, signsRequests }: ServiceProviderKeys,
): string {
  const [current] = keys;
  const metadata = generateServiceProviderMetadata({
    logoutCallbackUrl: singleLogoutUrl,
    ...(current && {
      decryptionPvk: current.privateKey,
      decryptionCert: current.certificate,
      privateKey: current.privateKey,
      publicCerts: keys.map(({ certificate }) => certificate),
    }),
    issuer: entityId,
    callbackUrl: assertionConsumerUrl,
    identifierFormat: PERSISTENT_NAME_ID,
    wantAssertionsSigned: true,
    // The same bytes each time.
    generateUniqueId: () => '_metadata',
  });
  // The library knows only the POST binding, and takes a key for a promise to sign every request. Logout messages are always signed.
  return metadata
    .replace(/(AuthnRequestsSigned=")[^"]*/, `$1${signsRequests}`)
    .replace(/(<SingleLogoutService Binding="[^"]*:)HTTP-POST"/, '$1HTTP-Redirect"');
}
