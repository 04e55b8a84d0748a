import { encode } from './load-request.mjs';
import { RequestSigner } from './request-signer.mjs';

/**
 * The requests of one target as bytes. Those that need no JWT are encoded once. The others are signed before each round, so that signing
 * does not take time from the measured server.
 *
 * @typedef {import('./request-signer.mjs').RequestTemplate} RequestTemplate
 * @typedef {{ index: number, bytes: Buffer }} PreparedRequest `index` of its template
 */
export class RequestPool {
  /** @type {Buffer[]} */
  #fixed = [];
  /** @type {RequestSigner[]} */
  #signers = [];
  /** @type {PreparedRequest[]} */
  #signed = [];
  #inTurn;
  #taken = 0;

  /**
   * @param {RequestTemplate[]} templates all with JWTs, or all without
   * @param {{ inTurn: boolean }} [options] whether those without are taken one after the other, instead of at random
   */
  constructor(templates, { inTurn } = { inTurn: false }) {
    this.#inTurn = inTurn;
    if (templates.some(({ assertion, proof }) => assertion ?? proof)) this.#signers = templates.map((each) => new RequestSigner(each));
    else this.#fixed = templates.map(encode);
  }

  /**
   * Signs requests, drawn uniformly at random. Earlier ones are dropped, because they would expire.
   *
   * @param {number} amount
   */
  prepare(amount) {
    if (this.#signers.length === 0) return;
    this.#signed = Array.from({ length: amount }, () => {
      const index = draw(this.#signers);
      return { index, bytes: encode(/** @type {RequestSigner} */ (this.#signers[index]).sign()) };
    });
  }

  /** @returns {PreparedRequest | undefined} undefined if all that were signed have been taken */
  take() {
    if (this.#signers.length > 0) return this.#signed.pop();
    const index = this.#inTurn ? this.#taken++ % this.#fixed.length : draw(this.#fixed);
    return { index, bytes: /** @type {Buffer} */ (this.#fixed[index]) };
  }
}

/** @param {unknown[]} list @returns {number} an index */
function draw(list) {
  return Math.floor(Math.random() * list.length);
}
