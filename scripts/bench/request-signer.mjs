import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { joseSignature } from './jose-signature.mjs';

/**
 * A token request that needs JWTs of its own each time it is sent.
 *
 * @typedef {import('./load.mjs').TokenRequest} TokenRequest
 * @typedef {import('node:crypto').JsonWebKey} JsonWebKey
 * @typedef {{ key: JsonWebKey, clientId: string, audience: string }} AssertionTemplate of `private_key_jwt`, OpenID Connect Core section 9
 * @typedef {{ key: JsonWebKey, shownKey: JsonWebKey, uri: string }} ProofTemplate of RFC 9449 section 4.2; `shownKey`: the header's `jwk`
 * @typedef {TokenRequest & { assertion?: AssertionTemplate, proof?: ProofTemplate }} RequestTemplate
 */

const LIFETIME_SECONDS = 300;

/** Signs requests in advance: each with a new `jti`. */
export class RequestSigner {
  #request;
  #template;
  #assertion;
  #proof;
  #prefix = randomBytes(12).toString('base64url');
  #count = 0;

  /** @param {RequestTemplate} template */
  constructor({ assertion, proof, ...request }) {
    this.#request = request;
    this.#template = { assertion, proof };
    this.#assertion = assertion && createJwtSigner(assertion.key, { alg: 'ES256', kid: /** @type {any} */ (assertion.key).kid });
    this.#proof = proof && createJwtSigner(proof.key, { typ: 'dpop+jwt', alg: 'ES256', jwk: proof.shownKey });
  }

  /** @returns {TokenRequest} */
  sign() {
    const iat = Math.floor(Date.now() / 1000);
    const { assertion, proof } = this.#template;
    let { body, headers } = this.#request;
    if (this.#assertion && assertion) {
      const { clientId, audience } = assertion;
      const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + LIFETIME_SECONDS, jti: this.#nextId() };
      body += `&client_assertion=${this.#assertion(claims)}`;
    }
    if (this.#proof && proof) headers = { ...headers, DPoP: this.#proof({ htm: 'POST', htu: proof.uri, iat, jti: this.#nextId() }) };
    return { ...this.#request, body, ...(headers ? { headers } : {}) };
  }

  #nextId() {
    this.#count += 1;
    return `${this.#prefix}${this.#count}`;
  }
}

/**
 * @param {JsonWebKey} jwk
 * @param {object} header
 * @returns {(claims: object) => string}
 */
function createJwtSigner(jwk, header) {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const encodedHeader = base64url(header);
  return (claims) => {
    const input = `${encodedHeader}.${base64url(claims)}`;
    return `${input}.${joseSignature(sign('sha256', Buffer.from(input, 'latin1'), key))}`;
  };
}

/** @param {object} part */
function base64url(part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
