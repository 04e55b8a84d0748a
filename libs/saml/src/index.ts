export { SamlError, type SamlErrorReason } from './saml.error.js';
export { type SamlAttributes, type SamlIdentity, type SamlNameId } from './assertion.js';
export { verifyResponse, type ExpectedResponse } from './verify-response.js';
