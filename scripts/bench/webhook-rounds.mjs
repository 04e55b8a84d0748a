import { setTimeout as wait } from 'node:timers/promises';
import { readCpu } from './cpu-meter.mjs';

/**
 * @typedef {import('./webhook-population.mjs').Subscribed} Subscribed
 * @typedef {import('./webhook-receivers.mjs').WebhookReceivers} WebhookReceivers
 * @typedef {Map<string, { at: number, webhooks: number }>} Written events: when each was committed, and how many webhooks that always answer get it
 * @typedef {object} Round
 * @property {boolean} isWith whether some hang, which answer otherwise
 * @property {number[]} latencies milliseconds from the commit of an event to its arrival, of paced events
 * @property {number} perSecond deliveries of the burst, until the last one arrived
 * @property {number} cpu of management and PostgreSQL for each of these, milliseconds
 * @property {number} deliveries that were to arrive
 * @property {number} lost of them
 * @property {number} repeated
 * @property {number} unanswered requests to the webhooks that hang
 */

const POLL_MS = 20;
/** For the deliveries of one measurement to arrive. */
const ARRIVAL_TIMEOUT_MS = 90_000;

const INSERT = `
  INSERT INTO log_entry (domain_id, type, actor_type, request_id)
  SELECT domain_id, 'user.created', 'service', request_id FROM unnest($1::uuid[], $2::text[]) AS event (domain_id, request_id)`;

/** Each webhook of those that may hang gets a delivery at the same time, as if none had failed before. */
const START_TOGETHER = `
  WITH due AS (
    UPDATE webhook SET failures = 0, failing_since = NULL, next_attempt_at = now(), leased_until = NULL, leases = leases + 1
    WHERE url NOT LIKE $1 RETURNING domain_id, id
  ), former AS (
    DELETE FROM webhook_delivery USING due
    WHERE webhook_delivery.domain_id = due.domain_id AND webhook_id = due.id AND status = 'pending'
  )
  INSERT INTO webhook_delivery (domain_id, webhook_id, event_type) SELECT domain_id, id, 'webhook.tested' FROM due`;

/** Measures while some webhooks hang, and while they answer, in turns. */
export class WebhookRounds {
  #events = 0;

  /**
   * @param {{ product: import('./product.mjs').Product, database: import('pg').Client, receivers: WebhookReceivers, subscribed: Subscribed[] }} parts
   * @param {import('./webhooks.mjs').Options} options
   */
  constructor({ product, database, receivers, subscribed }, options) {
    this.product = product;
    this.database = database;
    this.receivers = receivers;
    this.subscribed = subscribed;
    this.options = options;
  }

  /** @returns {Promise<Round[]>} */
  async measure() {
    await this.#measureRound(false);
    const rounds = [];
    for (let n = 0; n < this.options.rounds; n += 1) {
      // Each goes first as often as the other.
      for (const isWith of n % 2 === 0 ? [false, true] : [true, false]) rounds.push(await this.#measureRound(isWith));
    }
    return rounds;
  }

  /**
   * @param {boolean} isWith
   * @returns {Promise<Round>}
   */
  async #measureRound(isWith) {
    this.receivers.behave(isWith ? 'hang' : 'answer');
    await this.database.query(START_TOGETHER, [`http://127.0.0.1:${this.receivers.ports.answering}/%`]);
    const before = await this.receivers.count();
    const paced = await this.#collect(await this.#pace());
    const cpu = await this.#readCpu();
    const burst = await this.#collect(await this.#write(this.options.burst));
    const used = (await this.#readCpu()) - cpu;
    const after = await this.receivers.count();
    const round = {
      isWith,
      latencies: paced.latencies,
      perSecond: (burst.latencies.length * 1_000) / burst.latencies.reduce((most, each) => Math.max(most, each), 0),
      cpu: used / 1_000 / burst.latencies.length,
      deliveries: paced.expected + burst.expected,
      lost: paced.lost + burst.lost,
      repeated: paced.repeated + burst.repeated,
      unanswered: after.unanswered - before.unanswered,
    };
    const { perSecond, unanswered, lost, repeated } = round;
    const counts = `${unanswered} unanswered, ${lost} lost, ${repeated} repeated`;
    console.error(
      `${isWith ? 'with   ' : 'without'} ${perSecond.toFixed(0)} deliveries/s, ${round.cpu.toFixed(2)} ms of CPU each, ${counts}`,
    );
    return round;
  }

  async #readCpu() {
    const { managementServer, database } = this.product;
    return (managementServer ? await readCpu(managementServer.child) : Number.NaN) + database.meter.cpu();
  }

  async #pace() {
    /** @type {Written} */
    const written = new Map();
    const from = performance.now();
    for (let n = 0; n < this.options.rate * this.options.seconds; n += 1) {
      await wait(Math.max(0, from + (n * 1_000) / this.options.rate - performance.now()));
      for (const [id, event] of await this.#write(1)) written.set(id, event);
    }
    return written;
  }

  /**
   * @param {number} count of events, each in the next domain
   * @returns {Promise<Written>}
   */
  async #write(count) {
    const events = Array.from({ length: count }, () => {
      const number = this.#events++;
      return { id: `event-${number}`, domain: /** @type {Subscribed} */ (this.subscribed[number % this.subscribed.length]) };
    });
    await this.database.query(INSERT, [events.map(({ domain }) => domain.id), events.map(({ id }) => id)]);
    const at = Date.now();
    return new Map(events.map(({ id, domain }) => [id, { at, webhooks: domain.answering }]));
  }

  /**
   * Waits for the deliveries of events.
   *
   * @param {Written} written
   */
  async #collect(written) {
    const expected = [...written.values()].reduce((sum, { webhooks }) => sum + webhooks, 0);
    const deadline = performance.now() + ARRIVAL_TIMEOUT_MS;
    while ((await this.receivers.count()).arrived < expected && performance.now() < deadline) await wait(POLL_MS);
    const arrivals = await this.receivers.take();
    /** @type {Map<string, number>} of the first arrival of each */
    const first = new Map();
    for (const { webhook, event, at } of arrivals) {
      const since = written.get(event)?.at;
      const key = `${event} ${webhook}`;
      if (since !== undefined && !first.has(key)) first.set(key, at - since);
    }
    return { latencies: [...first.values()], expected, lost: expected - first.size, repeated: arrivals.length - first.size };
  }
}
