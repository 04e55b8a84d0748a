/**
 * @typedef {{ port: number, server: import('./server-process.mjs').ServerProcess }} Replica
 */

/** The replicas of a service behind a load balancer: each request goes to the next one. */
export class ReplicaGroup {
  /** @type {Replica[]} */
  #replicas = [];
  /** @type {Set<Promise<unknown>>} */
  #underWay = new Set();
  #sent = 0;
  #start;

  /** @param {() => Promise<Replica>} start starts one with the present settings */
  constructor(start) {
    this.#start = start;
  }

  /** @param {number} count */
  async grow(count) {
    for (let n = 0; n < count; n += 1) this.#replicas.push(await this.#start());
  }

  /**
   * @template T
   * @param {(port: number) => Promise<T>} request
   * @returns {Promise<T>}
   */
  async send(request) {
    this.#sent += 1;
    const replica = /** @type {Replica} */ (this.#replicas[this.#sent % this.#replicas.length]);
    const answer = request(replica.port);
    const settled = answer.catch(() => undefined).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
    return answer;
  }

  /** Waits for the requests that have begun. */
  async drain() {
    await Promise.all(this.#underWay);
  }

  /** Replaces the replicas one after the other: the new one gets requests once it is ready, the old one none before it is stopped. */
  async roll() {
    const { length } = this.#replicas;
    for (let n = 0; n < length; n += 1) {
      await this.grow(1);
      const old = this.#replicas.shift();
      await this.drain();
      await old?.server.stop();
    }
  }
}
