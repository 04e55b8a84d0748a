import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { encodeTokenRequest } from './token-requests.mjs';

/**
 * @typedef {import('./token-requests.mjs').TokenRequest} TokenRequest
 * @typedef {{ index: number, bytes: Buffer }} PreparedRequest `index` of its template
 */

const LIFETIME_SECONDS = 300;

/**
 * The requests of one target as bytes. Those without JWTs are encoded once. The others are signed before each round, so that signing does not
 * take time from the measured server.
 */
export class RequestPool {
  /** @type {Buffer[]} */
  #fixed = [];
  /** @type {(() => TokenRequest)[]} */
  #signers = [];
  /** @type {PreparedRequest[]} */
  #signed = [];
  #inTurn;
  #taken = 0;

  /**
   * @param {TokenRequest[]} templates all with JWTs, or all without
   * @param {{ inTurn: boolean }} [options] whether to take those without JWTs in turn instead of at random
   */
  constructor(templates, { inTurn } = { inTurn: false }) {
    this.#inTurn = inTurn;
    if (templates.some(({ assertion, proof }) => assertion ?? proof)) this.#signers = templates.map(createRequestSigner);
    else this.#fixed = templates.map(encodeTokenRequest);
  }

  /** Signs requests chosen uniformly at random. Drops earlier ones, because they would expire. @param {number} amount */
  prepare(amount) {
    if (this.#signers.length === 0) return;
    this.#signed = Array.from({ length: amount }, () => {
      const index = draw(this.#signers);
      return { index, bytes: encodeTokenRequest(/** @type {() => TokenRequest} */ (this.#signers[index])()) };
    });
  }

  /** @returns {PreparedRequest | undefined} undefined if all signed ones have been taken */
  take() {
    if (this.#signers.length > 0) return this.#signed.pop();
    const index = this.#inTurn ? this.#taken++ % this.#fixed.length : draw(this.#fixed);
    return { index, bytes: /** @type {Buffer} */ (this.#fixed[index]) };
  }
}

/** @type {(list: unknown[]) => number} an index */
function draw(list) {
  return Math.floor(Math.random() * list.length);
}

/** @type {(template: TokenRequest) => () => TokenRequest} each with JWTs of its own */
function createRequestSigner({ assertion, proof, ...request }) {
  const signAssertion = assertion && createJwtSigner(assertion.key, { alg: 'ES256', kid: /** @type {any} */ (assertion.key).kid });
  const signProof = proof && createJwtSigner(proof.key, { typ: 'dpop+jwt', alg: 'ES256', jwk: proof.publicKey });
  const prefix = randomBytes(12).toString('base64url');
  let count = 0;
  return () => {
    const iat = Math.floor(Date.now() / 1_000);
    const jti = `${prefix}${(count += 1)}`;
    let { headers, body } = request;
    if (signAssertion) {
      const { clientId, audience } = assertion;
      const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + LIFETIME_SECONDS, jti };
      body += `&client_assertion=${signAssertion(claims)}`;
    }
    if (signProof) headers = { ...headers, DPoP: signProof({ htm: 'POST', htu: proof.uri, iat, jti: `${jti}-proof` }) };
    return { ...request, headers, body };
  };
}

/** @type {(jwk: import('node:crypto').JsonWebKey, header: object) => (claims: object) => string} */
function createJwtSigner(jwk, header) {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return (claims) => {
    const input = `${encode(header)}.${encode(claims)}`;
    return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
}
