/**
 * The minimal work to authenticate a client: the same signature checks as any server must make, with node:crypto's one-shot `verify`, and no
 * memory of what was used. Keys and certificates that were seen before are not parsed again.
 */
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { readCertificate } from './certificate-header.mjs';
import { thumbprint } from './client-keys.mjs';
import { derSignature } from './jose-signature.mjs';
import { METHODS } from './methods.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {{ issuer: string, clientId: string, secret: string, publicKey: import("node:crypto").JsonWebKey, subjectDn: string }} Client
 * @typedef {Record<string, string> | undefined} Confirmation the token's `cnf`
 * @typedef {{ tokenType: string, cnf: Confirmation }} Authenticated
 * @typedef {(request: Request, form: URLSearchParams) => Authenticated | null} Authenticator null: refused
 */

const CLOCK_SKEW_SECONDS = 60;
/** @type {Authenticated} */
const UNBOUND = { tokenType: 'Bearer', cnf: undefined };

/**
 * @param {import('./methods.mjs').MethodName} method
 * @param {Client} client
 * @returns {Authenticator}
 */
export function createAuthenticator(method, client) {
  const { credential, provesKey } = METHODS[method];
  const authenticate = { secret: bySecret, key: byAssertion, certificate: byCertificate }[credential](client);
  if (!provesKey) return authenticate;
  const verifyProof = createProofVerifier(`${client.issuer}/connect/token`);
  return (request, form) => authenticate(request, form) && verifyProof(request.headers['dpop']);
}

/** @param {Client} client @returns {Authenticator} */
function bySecret({ clientId, secret }) {
  const secretHash = sha256(secret);
  return ({ headers: { authorization = '' } }) => {
    const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('latin1');
    const colon = pair.indexOf(':');
    const isRight = pair.slice(0, colon) === clientId && timingSafeEqual(sha256(pair.slice(colon + 1)), secretHash);
    return isRight ? UNBOUND : null;
  };
}

/** OpenID Connect Core section 9. @param {Client} client @returns {Authenticator} */
function byAssertion({ issuer, clientId, publicKey }) {
  const key = createPublicKey({ key: publicKey, format: 'jwk' });
  return (_request, form) => {
    const jwt = split(form.get('client_assertion') ?? '');
    const { iss, sub, aud, exp, jti } = parse(jwt.claims);
    const isRight = iss === clientId && sub === clientId && aud === issuer && exp > now() && jti && parse(jwt.header).alg === 'ES256';
    return isRight && isSignedBy(key, jwt) ? UNBOUND : null;
  };
}

/** RFC 8705 section 2.1, after the proxy has checked the chain. @param {Client} client @returns {Authenticator} */
function byCertificate({ clientId, subjectDn }) {
  return ({ headers }, form) => {
    const certificate = readCertificate(headers['client-cert']);
    if (form.get('client_id') !== clientId || certificate?.subjectDn !== subjectDn) return null;
    return { tokenType: 'Bearer', cnf: certificate.confirmation };
  };
}

/**
 * RFC 9449 section 4.3.
 *
 * @param {string} uri of the token endpoint
 * @returns {(proof: string | string[] | undefined) => Authenticated | null}
 */
function createProofVerifier(uri) {
  /** By the encoded header, which is the same in all proofs of a client. @type {Map<string, ReturnType<typeof readProofHeader>>} */
  const seen = new Map();
  return (proof) => {
    const jwt = split(String(proof));
    const known = seen.get(jwt.header) ?? readProofHeader(jwt.header);
    seen.set(jwt.header, known);
    const { htm, htu, iat, jti } = parse(jwt.claims);
    const isRight = htm === 'POST' && htu === uri && Math.abs(iat - now()) <= CLOCK_SKEW_SECONDS && jti;
    return isRight && known && isSignedBy(known.key, jwt) ? known.authenticated : null;
  };
}

/** @param {string} encoded @returns {{ key: import('node:crypto').KeyObject, authenticated: Authenticated } | null} */
function readProofHeader(encoded) {
  const { typ, alg, jwk } = parse(encoded);
  if (typ !== 'dpop+jwt' || alg !== 'ES256') return null;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { key, authenticated: { tokenType: 'DPoP', cnf: { jkt: thumbprint(jwk) } } };
}

/** @param {string} jwt */
function split(jwt) {
  const first = jwt.indexOf('.');
  const last = jwt.lastIndexOf('.');
  return { header: jwt.slice(0, first), claims: jwt.slice(first + 1, last), input: jwt.slice(0, last), signature: jwt.slice(last + 1) };
}

/** @param {string} encoded @returns {any} */
function parse(encoded) {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return {};
  }
}

/**
 * @param {import('node:crypto').KeyObject} key passed as it is: in an object with options it costs more
 * @param {{ input: string, signature: string }} jwt
 */
function isSignedBy(key, { input, signature }) {
  return verify('sha256', Buffer.from(input, 'latin1'), key, derSignature(signature));
}

function now() {
  return Date.now() / 1000;
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest();
}
