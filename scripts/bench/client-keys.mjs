import { createHash, generateKeyPairSync } from 'node:crypto';
// @peculiar/x509 needs it.
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';

/**
 * The keys of one client.
 *
 * @typedef {import('node:crypto').JsonWebKey} JsonWebKey
 *
 * @typedef {{ privateKey: JsonWebKey, publicKey: JsonWebKey }} KeyPair
 * @typedef {object} ClientKeys
 * @property {KeyPair} assertion signs its assertions; both parts have the same `kid`
 * @property {KeyPair} proof signs its DPoP proofs
 * @property {string} subjectDn of its certificate, in RFC 4514 format
 * @property {string} certificate DER in base64
 * @property {string} certificateThumbprint `x5t#S256`
 */

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** @param {string} clientId @returns {Promise<ClientKeys>} */
export async function generateClientKeys(clientId) {
  const subjectDn = `CN=${clientId}`;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: subjectDn,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])),
  });
  const der = Buffer.from(certificate.rawData);
  return {
    assertion: generateKeyPair({ kid: `${clientId}-key`, alg: 'ES256', use: 'sig' }),
    proof: generateKeyPair(),
    subjectDn,
    certificate: der.toString('base64'),
    certificateThumbprint: createHash('sha256').update(der).digest('base64url'),
  };
}

/**
 * A client's authentication method in the format of the management API.
 *
 * @type {(credential: 'key' | 'certificate', keys: ClientKeys) => object}
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

/** The `jkt` of a P-256 key: RFC 7638 section 3. @type {(jwk: JsonWebKey) => string} */
export function thumbprint({ crv, kty, x, y }) {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
