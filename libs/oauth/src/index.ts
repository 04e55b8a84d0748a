export { accentColorFault, contrast, readableOn, textOn } from './accent-color.js';
export { STANDARD_CLAIM_MAPPING } from './claim-mapping.js';
export { CLAIM_TYPES, nameFault } from './claim-types.js';
export { clientIdFault } from './client-id.js';
export { CLIENT_TYPES, GRANT_TYPES, POLICIES, type ClientType, type GrantType, type Policy } from './client-type.js';
export { EXPIRY } from './expiry.js';
export { clientCredentialsScope, grantClientCredentialsScope, isScope, OPENID_SCOPES, scopeFault, scopeTokens } from './scope.js';
export { RESERVED_CLAIMS, STANDARD_SCOPE_CLAIMS } from './standard-claims.js';
export {
  absoluteUriFault,
  callbackUriFault,
  isLoopback,
  issuerFault,
  LONGEST_ISSUER,
  LONGEST_URI,
  originFault,
  redirectUriFault,
} from './uri.js';
export { fold, USERNAME, USERNAME_RULES, usernameCharacterFault, usernameFault, usernameKey } from './username.js';
