import { setTimeout as wait } from 'node:timers/promises';
import { readCpu } from './cpu-meter.mjs';
import { domainOf } from './product.mjs';
import { SignInBrowser, fieldsOf } from './signin-browser.mjs';

/**
 * @typedef {import('./event-cost-targets.mjs').Targets} Targets
 * @typedef {import('./event-cost-targets.mjs').Variant} Variant
 * @typedef {{ work: string, variant: string, cpu: number[], baseline: number[] }} Figure microseconds for each token or sign-in, by round
 */

const MAX_SECONDS = 60;
const WARM_UP_TOKENS = 5_000;
const IDLE_MS = 5_000;
/** After its rest the worker does what it has missed. */
const SETTLE_MS = 2_000;
const POLL_MS = 50;
const REDIRECT_URI = 'https://app.example.com/callback';

/** Measures tokens and sign-ins of all variants, in turns. */
export class EventCostRounds {
  /** CPU of the worker and PostgreSQL without requests, microseconds a millisecond. */
  #idle = 0;

  /**
   * @param {Targets} targets
   * @param {import('pg').Client} database
   * @param {{ tokens: number, signins: number }} amounts
   */
  constructor({ product, worker, load, variants }, database, { tokens, signins }) {
    this.product = product;
    this.worker = worker;
    this.load = load;
    this.variants = variants;
    this.database = database;
    this.works = [
      { work: 'token', run: (/** @type {Variant} */ variant) => this.#issue(variant, tokens) },
      { work: 'sign-in', run: (/** @type {Variant} */ variant) => this.#signIn(variant) },
    ];
    this.signins = signins;
    /** @type {Figure[]} */
    this.figures = this.works.flatMap(({ work }) => {
      /** @type {number[]} */
      const baseline = [];
      return variants.map(({ name }) => ({ work, variant: name, cpu: name === 'none' ? baseline : [], baseline }));
    });
  }

  async warmUp() {
    await this.#chainAll();
    const before = await this.#readBackground();
    await wait(IDLE_MS);
    this.#idle = ((await this.#readBackground()) - before) / IDLE_MS;
    this.worker.child.kill('SIGSTOP');
    for (const variant of this.variants) {
      await this.#issue(variant, WARM_UP_TOKENS);
      for (let n = 0; n < 3; n += 1) await this.#signIn(variant);
    }
  }

  /** @param {number} round moves the order on */
  async measureAll(round) {
    for (const { work, run } of this.works) {
      for (let place = 0; place < this.variants.length; place += 1) {
        const variant = /** @type {Variant} */ (this.variants[(place + round) % this.variants.length]);
        const cpu = await run(variant);
        console.error(`${work.padEnd(8)} ${variant.name.padEnd(14)} ${cpu.toFixed(0)} us`);
        this.figures.find((figure) => figure.work === work && figure.variant === variant.name)?.cpu.push(cpu);
      }
    }
  }

  /**
   * @param {Variant} variant
   * @param {number} amount
   */
  async #issue(variant, amount) {
    const limits = { seconds: MAX_SECONDS, amount };
    await this.load.open(variant.name);
    await this.load.prepare(variant.name, limits);
    const cpu = await this.#meter(variant, async () => {
      const { requests, bad } = await this.load.run(variant.name, limits);
      if (Object.keys(bad).length > 0) throw new Error(`no tokens: ${JSON.stringify(bad)}`);
      return requests;
    });
    await this.load.close(variant.name);
    return cpu;
  }

  /** Each user uses a link, one after another. @param {Variant} variant */
  async #signIn(variant) {
    const { auth, party, users } = variant;
    /** @type {URL[]} */
    const links = [];
    for (const sub of users) links.push(new URL(await this.product.management.createMagicLink(domainOf(party), sub, REDIRECT_URI)));
    return this.#meter(variant, async () => {
      for (const { pathname, search } of links) {
        const browser = new SignInBrowser(auth.port, party.issuer);
        const { body } = await browser.send(pathname + search);
        const { status } = await browser.send(pathname, { form: fieldsOf(body, pathname) });
        browser.close();
        if (status !== 303) throw new Error(`not signed in: ${status}`);
      }
      return links.length;
    });
  }

  /**
   * @param {Variant} variant
   * @param {() => Promise<number>} work returns how often it was done
   * @returns {Promise<number>} CPU of each, microseconds
   */
  async #meter({ auth, isChaining }, work) {
    if (isChaining) {
      this.worker.child.kill('SIGCONT');
      await wait(SETTLE_MS);
      await this.#chainAll();
    }
    const read = async () => (await readCpu(auth.server.child)) + (await this.#readBackground());
    const startedAt = performance.now();
    const before = await read();
    const count = await work();
    if (isChaining) await this.#chainAll();
    const idle = isChaining ? this.#idle * (performance.now() - startedAt) : 0;
    const used = (await read()) - before - idle;
    if (isChaining) this.worker.child.kill('SIGSTOP');
    return used / count;
  }

  /** CPU of the worker and PostgreSQL. */
  async #readBackground() {
    return (await readCpu(this.worker.child)) + this.product.database.meter.cpu();
  }

  /** Waits until every entry has its place in the chain. What the outbox has is not to be delivered. */
  async #chainAll() {
    await this.database.query('DELETE FROM webhook_outbox');
    const isPending = async () => (await this.database.query('SELECT FROM log_entry WHERE sequence IS NULL LIMIT 1')).rowCount;
    while (await isPending()) await wait(POLL_MS);
  }
}
