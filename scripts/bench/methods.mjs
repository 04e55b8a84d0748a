import { thumbprint } from './client-keys.mjs';
import { basic } from './http.mjs';

/**
 * How clients authenticate, and whether they prove a key.
 *
 * @typedef {import('./target.mjs').Party} Party
 * @typedef {keyof typeof METHODS} MethodName
 * @typedef {import('./request-signer.mjs').RequestTemplate} RequestTemplate
 */

/** `credential`: what the client authenticates with. `provesKey`: whether its requests have a DPoP proof (RFC 9449). */
export const METHODS = /** @type {const} */ ({
  secret: { credential: 'secret', provesKey: false },
  private_key_jwt: { credential: 'key', provesKey: false },
  dpop: { credential: 'secret', provesKey: true },
  'private_key_jwt+dpop': { credential: 'key', provesKey: true },
  tls: { credential: 'certificate', provesKey: false },
});

export const METHOD_NAMES = /** @type {MethodName[]} */ (Object.keys(METHODS));

/** Percent-encoded `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`, RFC 7523 section 2.2. */
const ASSERTION_TYPE = 'urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer';
const GRANT = 'grant_type=client_credentials';

/**
 * The name of a target. That of the secret is the server's alone.
 *
 * @param {string} server
 * @param {MethodName} method
 */
export function targetName(server, method) {
  return method === 'secret' ? server : `${server}-${method}`;
}

/**
 * A plain token request, with what has to be signed for each request left open.
 *
 * @param {MethodName} method
 * @param {Party} party
 * @returns {RequestTemplate}
 */
export function requestTemplate(method, party) {
  const { credential, provesKey } = METHODS[method];
  const request = TEMPLATES[credential](party);
  if (!provesKey) return request;
  const { privateKey: key, publicKey: shownKey } = keysOf(party).proof;
  return { ...request, proof: { key, shownKey, uri: `${party.issuer}/connect/token` } };
}

/** @type {Record<'secret' | 'key' | 'certificate', (party: Party) => RequestTemplate>} */
const TEMPLATES = {
  secret: ({ host, clientId, secret }) => ({ host, authorization: basic(clientId, secret), body: GRANT }),
  key: (party) => ({
    host: party.host,
    authorization: '',
    body: `${GRANT}&client_assertion_type=${ASSERTION_TYPE}`,
    assertion: { key: keysOf(party).assertion.privateKey, clientId: party.clientId, audience: party.issuer },
  }),
  certificate: (party) => ({
    host: party.host,
    authorization: '',
    body: `${GRANT}&client_id=${party.clientId}`,
    headers: { 'Client-Cert': `:${keysOf(party).certificate}:` },
  }),
};

/**
 * What binds the party's tokens to its key: RFC 7800 section 3.1.
 *
 * @param {MethodName} method
 * @param {Party} party
 * @returns {Record<string, string> | undefined}
 */
export function confirmation(method, party) {
  const { credential, provesKey } = METHODS[method];
  if (provesKey) return { jkt: thumbprint(keysOf(party).proof.publicKey) };
  return credential === 'certificate' ? { 'x5t#S256': keysOf(party).certificateThumbprint } : undefined;
}

/** @param {Party} party */
function keysOf({ clientId, keys }) {
  if (!keys) throw new Error(`client ${clientId} has no keys`);
  return keys;
}
