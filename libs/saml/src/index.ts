export { SamlError, type SamlErrorReason } from './saml.error.js';
export { type SamlAttributes, type SamlIdentity, type SamlNameId } from './assertion.js';
export { verifyResponse, type ExpectedResponse } from './verify-response.js';
export { buildAuthnRequestUrl, buildServiceProviderMetadata, type SamlEndpoints, type SamlKey } from './service-provider.js';
export { MAX_MESSAGE_BYTES } from './message.js';
export { parseIdentityProviderMetadata, type IdentityProviderMetadata } from './identity-provider-metadata.js';
export { verifyRedirectMessage, type RedirectMessage } from './redirect-message.js';
export { readLogoutRequest, type LogoutRequest } from './logout-request.js';
export { buildLogoutRequestUrl, buildLogoutResponseUrl } from './logout-urls.js';
