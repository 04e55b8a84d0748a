import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {import('./webhook-population.mjs').Subscribed} Subscribed
 * @typedef {import('./webhook-receivers.mjs').WebhookReceivers} WebhookReceivers
 * @typedef {Map<string, { at: number, webhooks: number }>} Written events: when each was committed, and how many webhooks that always answer get it
 * @typedef {{ latencies: number[], lost: number, repeated: number }} Delivered milliseconds from the commit of an event to its arrival
 */

const POLL_MS = 20;
/** The time limit for the deliveries of one measurement. */
const ARRIVAL_TIMEOUT_MS = 90_000;

const INSERT = `
  INSERT INTO log_entry (domain_id, type, actor_type, request_id)
  SELECT domain_id, 'user.created', 'service', request_id FROM unnest($1::uuid[], $2::text[]) AS event (domain_id, request_id)`;

/** Gives each webhook that may hang a delivery at the same time, as if none had failed before. */
const START_TOGETHER = `
  WITH due AS (
    UPDATE webhook SET failures = 0, failing_since = NULL, next_attempt_at = now(), leased_until = NULL, leases = leases + 1
    WHERE url NOT LIKE $1 RETURNING domain_id, id
  ), former AS (
    DELETE FROM webhook_delivery USING due
    WHERE webhook_delivery.domain_id = due.domain_id AND webhook_id = due.id AND status = 'pending'
  )
  INSERT INTO webhook_delivery (domain_id, webhook_id, event_type) SELECT domain_id, id, 'webhook.tested' FROM due`;

/** Writes events of subscribed domains, and waits for their deliveries. */
export class WebhookEvents {
  #written = 0;

  /** @param {{ database: import('./database.mjs').Database, receivers: WebhookReceivers, subscribed: Subscribed[] }} parts */
  constructor({ database, receivers, subscribed }) {
    this.database = database;
    this.receivers = receivers;
    this.subscribed = subscribed;
  }

  async startTogether() {
    await this.database.query(START_TOGETHER, [`http://127.0.0.1:${this.receivers.ports.answering}/%`]);
  }

  /** @param {number} rate events a second @param {number} seconds */
  async pace(rate, seconds) {
    /** @type {Written} */
    const written = new Map();
    const from = performance.now();
    for (let n = 0; n < rate * seconds; n += 1) {
      await wait(Math.max(0, from + (n * 1_000) / rate - performance.now()));
      for (const [id, event] of await this.write(1)) written.set(id, event);
    }
    return written;
  }

  /** @param {number} count of events, each in the next domain @returns {Promise<Written>} */
  async write(count) {
    const events = Array.from({ length: count }, () => {
      const n = this.#written++;
      return { id: `event-${n}`, domain: /** @type {Subscribed} */ (this.subscribed[n % this.subscribed.length]) };
    });
    await this.database.query(INSERT, [events.map(({ domain }) => domain.id), events.map(({ id }) => id)]);
    const at = Date.now();
    return new Map(events.map(({ id, domain }) => [id, { at, webhooks: domain.answering }]));
  }

  /** Waits for the deliveries of events. @param {Written} written @returns {Promise<Delivered>} */
  async collect(written) {
    const expected = [...written.values()].reduce((sum, { webhooks }) => sum + webhooks, 0);
    const deadline = performance.now() + ARRIVAL_TIMEOUT_MS;
    while ((await this.receivers.count()) < expected && performance.now() < deadline) await wait(POLL_MS);
    const arrivals = await this.receivers.take();
    /** @type {Map<string, number>} of the first arrival of each */
    const first = new Map();
    for (const { webhook, event, at } of arrivals) {
      const since = written.get(event)?.at;
      const key = `${event} ${webhook}`;
      if (since !== undefined && !first.has(key)) first.set(key, at - since);
    }
    return { latencies: [...first.values()], lost: expected - first.size, repeated: arrivals.length - first.size };
  }
}
