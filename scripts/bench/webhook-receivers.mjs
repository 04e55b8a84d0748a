import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onEnd } from './run-bench.mjs';

/** The receivers of the webhooks, in a separate process. */
export class WebhookReceivers {
  #child = fork(fileURLToPath(new URL('webhook-receiver.server.mjs', import.meta.url)), { stdio: 'inherit' });
  /** The receivers that always answer share one port. */
  ports = { answering: 0, hanging: /** @type {number[]} */ ([]) };

  /** @returns {Promise<WebhookReceivers>} */
  static async start() {
    const receivers = new WebhookReceivers();
    onEnd(() => receivers.#child.kill());
    [receivers.ports] = await once(receivers.#child, 'message');
    return receivers;
  }

  /** @param {'hang' | 'answer'} behavior of those that do not always answer */
  behave(behavior) {
    this.#child.send(behavior);
  }

  /** @returns {Promise<number>} deliveries since they were last taken */
  count() {
    return this.#ask('count');
  }

  /** @returns {Promise<import('./webhook-receiver.server.mjs').Arrival[]>} those since the last call */
  take() {
    return this.#ask('take');
  }

  /** @param {string} message @returns {Promise<any>} */
  async #ask(message) {
    this.#child.send(message);
    const [answer] = await once(this.#child, 'message');
    return answer;
  }
}
