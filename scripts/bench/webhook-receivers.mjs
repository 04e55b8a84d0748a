import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onEnd } from './cleanup.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';

/** @typedef {import('./webhook-receiver.server.mjs').Arrival} Arrival */

/** The receivers of the webhooks, in a process of their own. */
export class WebhookReceivers {
  #child = fork(fileURLToPath(new URL('webhook-receiver.server.mjs', import.meta.url)), { stdio: 'inherit' });
  /** Ports: of the receivers that always answer, and of the others. */
  ports = { answering: 0, hanging: /** @type {number[]} */ ([]) };

  /** @returns {Promise<WebhookReceivers>} */
  static async start() {
    const receivers = new WebhookReceivers();
    onEnd(() => receivers.#child.kill());
    pin(/** @type {number} */ (receivers.#child.pid), FEEDING_CORE);
    receivers.ports = await receivers.#receive();
    return receivers;
  }

  /** @param {'hang' | 'answer'} behavior of those that do not always answer */
  behave(behavior) {
    this.#child.send(behavior);
  }

  /** @returns {Promise<{ arrived: number, unanswered: number }>} requests since they were last taken, and those that were never answered */
  count() {
    return this.#ask('count');
  }

  /** @returns {Promise<Arrival[]>} those since the last call */
  take() {
    return this.#ask('take');
  }

  /** @param {string} message @returns {Promise<any>} */
  #ask(message) {
    const answer = this.#receive();
    this.#child.send(message);
    return answer;
  }

  /** @returns {Promise<any>} */
  #receive() {
    return new Promise((resolve) => this.#child.once('message', resolve));
  }
}
