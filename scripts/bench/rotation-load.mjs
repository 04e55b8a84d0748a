import { setTimeout as wait } from 'node:timers/promises';
import { basic, requestToken, send } from './http.mjs';
import { domainOf } from './product.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {import('./replica-group.mjs').ReplicaGroup} ReplicaGroup
 * @typedef {{ auth: ReplicaGroup, management: ReplicaGroup }} Groups
 */

/** Milliseconds between two requests of a loop: the question is whether a rotation fails requests, not what a full machine does. */
const PAUSE_MS = 50;
const GRANT = 'grant_type=client_credentials';

/** Requests tokens and reads clients, with the credentials that are current when a request begins. */
export class RotationLoad {
  tokens = 0;
  reads = 0;
  /** One line each. @type {string[]} */
  failures = [];
  #stopped = false;
  /** @type {Promise<void>[]} */
  #loops = [];

  /**
   * @param {Product} product
   * @param {Groups} groups
   */
  constructor(product, groups) {
    this.product = product;
    this.groups = groups;
  }

  /** @param {{ tokens: number, reads: number }} loops how many of each kind run at a time */
  start({ tokens, reads }) {
    const repeat = async (/** @type {(n: number) => Promise<void>} */ request) => {
      for (let n = 0; !this.#stopped; n += 1) {
        await request(n);
        await wait(PAUSE_MS);
      }
    };
    this.#loops = [
      ...Array.from({ length: tokens }, () => repeat((n) => this.#requestToken(n))),
      ...Array.from({ length: reads }, () => repeat((n) => this.#read(n))),
    ];
  }

  async stop() {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  /** @param {number} n */
  async #requestToken(n) {
    const { host, clientId, secret } = this.#party(n);
    const request = { host, authorization: basic(clientId, secret), body: GRANT };
    this.tokens += 1;
    await this.#expectOk(
      'token',
      this.groups.auth.send((port) => requestToken(port, request)),
    );
  }

  /** @param {number} n */
  async #read(n) {
    const party = this.#party(n);
    const path = `/v1/domain/${domainOf(party)}/client/${party.clientId}`;
    const headers = { 'x-api-key': this.product.management.apiKey };
    this.reads += 1;
    await this.#expectOk(
      'read',
      this.groups.management.send((port) => send({ port, method: 'GET', path, headers })),
    );
  }

  /** @param {number} n */
  #party(n) {
    const { parties } = this.product;
    return /** @type {import('./target.mjs').Party} */ (parties[n % parties.length]);
  }

  /**
   * @param {string} kind
   * @param {Promise<import('./http.mjs').Answer>} answer
   */
  async #expectOk(kind, answer) {
    try {
      const { status, body } = await answer;
      if (status !== 200) this.failures.push(`${kind}: ${status} ${body.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${kind}: ${String(error)}`);
    }
  }
}
