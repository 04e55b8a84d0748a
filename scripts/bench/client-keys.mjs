import { createHash, generateKeyPairSync } from 'node:crypto';
import { issueCertificate } from './certificate.mjs';

/**
 * The keys of one client.
 *
 * @typedef {import('node:crypto').JsonWebKey} JsonWebKey
 * @typedef {{ privateKey: JsonWebKey, publicKey: JsonWebKey }} KeyPair
 * @typedef {'secret' | 'key' | 'certificate'} Credential what a client authenticates with
 * @typedef {object} ClientKeys
 * @property {KeyPair} assertion signs its assertions; both parts have the same `kid`
 * @property {KeyPair} proof signs its DPoP proofs
 * @property {string} subjectDn of its certificate, as RFC 4514 has it
 * @property {string} certificate DER in base64
 * @property {string} certificateThumbprint `x5t#S256`
 */

const ORGANIZATION = 'Bench';

/**
 * @param {string} clientId
 * @returns {ClientKeys}
 */
export function generateClientKeys(clientId) {
  const certificate = issueCertificate([
    ['O', ORGANIZATION],
    ['CN', clientId],
  ]);
  return {
    assertion: generateKeyPair({ kid: `${clientId}-key`, alg: 'ES256', use: 'sig' }),
    proof: generateKeyPair(),
    // RFC 4514 section 2.1: the last name comes first.
    subjectDn: `CN=${clientId},O=${ORGANIZATION}`,
    certificate: certificate.toString('base64'),
    certificateThumbprint: createHash('sha256').update(certificate).digest('base64url'),
  };
}

/**
 * The method by which a client may authenticate, as the management API takes it.
 *
 * @param {'key' | 'certificate'} credential
 * @param {ClientKeys} keys
 */
export function authenticationMethod(credential, { assertion, subjectDn }) {
  if (credential === 'key') return { type: 'PrivateKeyJwt', jwks: { keys: [assertion.publicKey] } };
  return { type: 'TlsClientAuth', subjectDn };
}

/** @param {object} [members] of both parts */
function generateKeyPair(members = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [privateJwk, publicJwk] = [privateKey, publicKey].map((key) => ({ ...key.export({ format: 'jwk' }), ...members }));
  return { privateKey: /** @type {JsonWebKey} */ (privateJwk), publicKey: /** @type {JsonWebKey} */ (publicJwk) };
}

/**
 * The `jkt` of a P-256 key: RFC 7638 section 3.
 *
 * @param {JsonWebKey} jwk
 */
export function thumbprint({ crv, kty, x, y }) {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
