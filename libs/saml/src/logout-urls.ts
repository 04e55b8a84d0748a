import { SAML } from '@node-saml/node-saml';
import type { SamlNameId } from './assertion.js';
import { NO_CERTIFICATE, type SamlEndpoints } from './service-provider.js';

/** How a logout message is sent by HTTP redirect. */
export interface LogoutMessage {
  /** Single logout service of the identity provider. */
  sloUrl: string;
  /** PEM. Logout messages are always signed: SAML profiles section 4.4.3. */
  signingKey: string;
  relayState: string | null;
}

/** @returns the URL at which the identity provider ends the session of a user */
export function buildLogoutRequestUrl(
  endpoints: SamlEndpoints,
  message: LogoutMessage,
  { nameId, sessionIndex }: { nameId: SamlNameId; sessionIndex: string | null },
): Promise<string> {
  const { value, format, nameQualifier, spNameQualifier } = nameId;
  const user = {
    // The library reads only the following members.
    issuer: '',
    nameID: value,
    nameIDFormat: format!,
    ...(nameQualifier !== null && { nameQualifier }),
    ...(spNameQualifier !== null && { spNameQualifier }),
    ...(sessionIndex !== null && { sessionIndex }),
  };
  return createSaml(endpoints, message).getLogoutUrlAsync(user, message.relayState ?? '', {});
}

/** @returns the URL that tells the identity provider that its request has ended the sessions */
export function buildLogoutResponseUrl(endpoints: SamlEndpoints, message: LogoutMessage, requestId: string): Promise<string> {
  const request = { ID: requestId, issuer: '', nameID: '', nameIDFormat: '' };
  return createSaml(endpoints, message).getLogoutResponseUrlAsync(request, message.relayState ?? '', {}, true);
}

function createSaml({ entityId, assertionConsumerUrl }: SamlEndpoints, { sloUrl, signingKey }: LogoutMessage): SAML {
  return new SAML({
    entryPoint: sloUrl,
    logoutUrl: sloUrl,
    callbackUrl: assertionConsumerUrl,
    issuer: entityId,
    idpCert: NO_CERTIFICATE,
    privateKey: signingKey,
    signatureAlgorithm: 'sha256',
  });
}
