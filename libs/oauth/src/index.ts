export {
  findAccentColorViolation,
  contrast,
  getReadableColor,
  getTextColor,
  CORNERS,
  DEFAULT_ACCENT_COLOR,
  findBackgroundColorViolation,
  FONTS,
  getAccentShades,
  getInitial,
  type AccentShades,
  type Corners,
  type Font,
  type Scheme,
} from './branding.js';
export { STANDARD_CLAIM_MAPPING } from './claim-mapping.js';
export { CAMEL_CASE_CLAIMS, findMeantClaim } from './claim-name.js';
export { DEFAULT_EDITABLE_CLAIMS, EDITABLE_CLAIMS, type EditableClaim } from './editable-claims.js';
export { isTimeZone, CLAIM_TYPES, findNameViolation } from './claim-types.js';
export { findEmailAddressViolation, isMailableAddress } from './email-address.js';
export {
  AUTHENTICATION_METHODS,
  CERTIFICATE_NAMES,
  CLIENT_PROFILES,
  includesFapi2,
  SENDER_CONSTRAINTS,
  type AuthenticationMethod,
  type AuthenticationMethodType,
  type CertificateName,
  type ClientAuthentication,
  type ClientProfile,
  type KeySource,
  type PublicJwks,
  type SenderConstraint,
} from './client-authentication.js';
export { findClientIdViolation } from './client-id.js';
export { CLIENT_TYPES, GRANT_TYPES, POLICIES, type ClientType, type GrantType, type Policy } from './client-type.js';
export {
  DISTINGUISHED_NAME_TYPES,
  MAX_DISTINGUISHED_NAME_LENGTH,
  formatDistinguishedName,
  isSameDistinguishedName,
  parseDistinguishedName,
  type DistinguishedName,
  type NameAttribute,
} from './distinguished-name.js';
export { EXPIRY } from './expiry.js';
export {
  clientCredentialsScope,
  grantClientCredentialsScope,
  isScope,
  OPENID_SCOPES,
  findScopeTokenViolation,
  findScopeViolation,
  splitScope,
} from './scope.js';
export {
  createProofViolation,
  findProofViolation,
  MAX_PROOF_AGE_SECONDS,
  MAX_PROOF_AHEAD_SECONDS,
  PROOF_ALGORITHMS,
  PROOF_MARGIN_SECONDS,
  type ProofRules,
  type ProofViolation,
} from './proof-rules.js';
export { isSameProofTarget } from './proof-target.js';
export { listScopeClaims, RESERVED_CLAIMS, STANDARD_SCOPE_CLAIMS, type ScopeClaimsList } from './standard-claims.js';
export {
  findAbsoluteUriViolation,
  findCallbackUriViolation,
  isLoopback,
  findIssuerViolation,
  MAX_ISSUER_LENGTH,
  MAX_URI_LENGTH,
  findOriginViolation,
  findRedirectUriViolation,
} from './uri.js';
export { fold, USERNAME, USERNAME_RULES, findUsernameCharacterViolation, findUsernameViolation, normalizeUsername } from './username.js';
export { ACCESS_TOKEN, ID_JAG, ID_JAG_PROFILE, ID_TOKEN, JWT_BEARER, REFRESH_TOKEN, TOKEN_EXCHANGE } from './grant-types.js';
export { findSubViolation, MAX_SUB_LENGTH, normalizeSub, SUB_PATTERN } from './sub.js';
export { isUuid, UUID_PATTERN } from './uuid.js';
export { getDeclaredIssuer, getTokenIssuer, servesManyTenants } from './tenant-issuer.js';
export { getMailDomain, normalizeMailDomain } from './mail-domain.js';
