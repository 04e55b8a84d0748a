export { isNestedTooDeep, MAX_JSON_DEPTH, parseBoundedJson } from './bounded-json.js';
export { createSamlKey, type SamlKey } from './saml-key.js';
export { isSignedByCertificate, parseRsaCertificate, type RsaCertificate } from './rsa-certificate.js';
export { ClientCertificate, importCertificateKey, type CertificateNames } from './client-certificate.js';
export { importProofKey, type ProofKey } from './proof-key.js';
export { decodeJws, isSignedBy, type DecodedJws } from './decoded-jws.js';
export { hmac, hmacSha256, isHmac, type HmacHash } from './hmac.js';
export { CLIENT_KEY_ALGORITHMS, generateClientKey, type ClientKeyAlgorithm, type GeneratedClientKey } from './client-key.js';
export { canonicalJson } from './canonical-json.js';
export { logKeyContext, PersonalDataCipher, toCommitment } from './personal-data.js';
export { MasterKeyProof, masterKeyProofContext } from './master-key-proof.js';
export { WrongMasterKeyError } from './wrong-master-key.error.js';
export {
  COORDINATE_BYTES,
  findPublicJwkViolations,
  KEY_CURVES,
  pickPublicMembers,
  type JwkViolation,
  type KeyPurpose,
} from './public-jwk.js';
export { newRecoveryCode, recoveryCodeContext } from './recovery-code.js';
export { dkimKeyContext, generateDkimKey, type DkimKey } from './dkim-key.js';
export { Encryptor } from './encryption.js';
export {
  domainOriginContext,
  idTokenContext,
  identityProviderContext,
  pushAuthorizationContext,
  receiptKeyContext,
} from './encryption-context.js';
export { generateDnsLabel, randomId, randomInteger } from './random.js';
export { RsaKeyPairPool, type KeyPair, type RsaKeyPairSource } from './rsa-key-pair.pool.js';
export { selectSigningKey } from './select-signing-key.js';
export {
  findSecret,
  fingerprint,
  fingerprintText,
  hashSecret,
  hashText,
  isSameSecret,
  randomSecret,
  type HashedSecret,
  newApiKey,
  sha256,
} from './secret.js';
export {
  encodeJwsPart,
  generateSigningKey,
  importPrivateKey,
  parseP256PrivateKey,
  signingKeyContext,
  signJws,
  toCryptoKey,
  SIGNING_ALGORITHMS,
  toPrivateJwk,
  toPublicJwk,
  type GeneratedSigningKey,
  type PublicJwk,
  type SigningAlgorithm,
} from './signing-key.js';
export { signSecurityEvent } from './security-event-token.js';
export { signJwt } from './sign-jwt.js';
export { newTokenId } from './token-id.js';
export { deriveCookieKeys, openOriginCookieKeys } from './cookie-keys.js';
export { RunningDigest } from './running-digest.js';
export { TransferCipher } from './transfer-cipher.js';
export { deriveTransferKeys, getTransferKeyId, type TransferKey, type TransferPublicJwk } from './transfer-key.js';
export { newTotpSecret, totpContext } from './totp-secret.js';
export { createAuditLogHeadKey, decryptAuditLogHeadKey, auditLogHeadKeyContext, type AuditLogHeadKey } from './audit-log-head-key.js';
export { KeySet, type SignatureCheck } from './key-set.js';
export { MAX_VERIFICATIONS, VerificationBudget } from './verification-budget.js';
export {
  importVerificationKey,
  UPSTREAM_ALGORITHMS,
  VERIFIED_ALGORITHMS,
  type SignatureAlgorithm,
  type VerificationKey,
  type VerifiedAlgorithm,
} from './verification-key.js';
export { findPublicKeyViolation, RSA_BITS, type PublicKeyViolation } from './usable-public-key.js';
export { verifyJws, type VerifiedJws } from './verify-jws.js';
export { UnknownMasterKeyError } from './unknown-master-key.error.js';
export {
  formatWebhookPublicKey,
  formatWebhookSecret,
  newWebhookKeyPair,
  newWebhookSecret,
  signWebhook,
  webhookKeyContext,
  webhookSecretContext,
  type WebhookContent,
  type WebhookKeys,
} from './webhook-signature.js';
