import { thumbprint } from './client-keys.mjs';
import { basic, encodeCall, send } from './http.mjs';

/**
 * Token requests by authentication method, with or without proof of a key.
 *
 * @typedef {import('./product.mjs').Party} Party
 *
 * @typedef {keyof typeof METHODS} MethodName
 * @typedef {import('node:crypto').JsonWebKey} JsonWebKey
 * @typedef {object} TokenRequest
 * @property {string} host
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {{ key: JsonWebKey, clientId: string, audience: string }} [assertion] to sign for each request (OpenID Connect Core section 9)
 * @property {{ key: JsonWebKey, publicKey: JsonWebKey, uri: string }} [proof] to sign for each request (RFC 9449 section 4.2)
 */

/** `credential`: the client's credential. `provesKey`: whether its requests have a DPoP proof. */
export const METHODS = /** @type {const} */ ({
  secret: { credential: 'secret', provesKey: false },
  private_key_jwt: { credential: 'key', provesKey: false },
  dpop: { credential: 'secret', provesKey: true },
  'private_key_jwt+dpop': { credential: 'key', provesKey: true },
  tls: { credential: 'certificate', provesKey: false },
});

/** Percent-encoded `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, RFC 7523 section 2.2. */
const ASSERTION_TYPE = 'urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer';
const GRANT = 'grant_type=client_credentials';

/** A request with only the grant type and the client's credentials. @type {(method: MethodName, party: Party) => TokenRequest} */
export function createTokenRequest(method, party) {
  const { credential, provesKey } = METHODS[method];
  const request = CREATORS[credential](party);
  if (!provesKey) return request;
  const { privateKey: key, publicKey } = keysOf(party).proof;
  return { ...request, proof: { key, publicKey, uri: `${party.issuer}/connect/token` } };
}

/** @type {Record<'secret' | 'key' | 'certificate', (party: Party) => TokenRequest>} */
const CREATORS = {
  secret: ({ host, clientId, secret }) => ({ host, headers: { Authorization: basic(clientId, secret) }, body: GRANT }),
  key: (party) => ({
    host: party.host,
    headers: {},
    body: `${GRANT}&client_assertion_type=${ASSERTION_TYPE}`,
    assertion: { key: keysOf(party).assertion.privateKey, clientId: party.clientId, audience: party.issuer },
  }),
  certificate: (party) => ({
    host: party.host,
    headers: { 'Client-Cert': `:${keysOf(party).certificate}:` },
    body: `${GRANT}&client_id=${party.clientId}`,
  }),
};

/**
 * The confirmation that binds the party's tokens to its key: RFC 7800 section 3.1.
 *
 * @type {(method: MethodName, party: Party) => Record<string, string> | undefined}
 */
export function getConfirmation(method, party) {
  const { credential, provesKey } = METHODS[method];
  if (provesKey) return { jkt: thumbprint(keysOf(party).proof.publicKey) };
  return credential === 'certificate' ? { 'x5t#S256': keysOf(party).certificateThumbprint } : undefined;
}

/** @type {(request: TokenRequest) => Buffer} */
export function encodeTokenRequest(request) {
  return encodeCall(toCall(request));
}

/** Sends a request that needs no signatures. @type {(port: number, request: TokenRequest) => Promise<import('./http.mjs').Answer>} */
export function requestToken(port, request) {
  return send({ port, ...toCall(request) });
}

/** @param {TokenRequest} request */
function toCall({ host, headers, body }) {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/connect/token', headers: { Host: host, ...headers, ...type }, body };
}

/** @param {Party} party */
function keysOf({ clientId, keys }) {
  if (!keys) throw new Error(`client ${clientId} has no keys`);
  return keys;
}
