import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { domainOf } from './product.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {import('./rotation-load.mjs').Groups} Groups
 * @typedef {{ product: Product, groups: Groups }} Installation
 */

const CLI = fileURLToPath(new URL('../../dist/apps/management/src/cli/main.js', import.meta.url));
const SUBSCRIPTION = 'bootstrap';
/** Seconds for which an old secret of a client lives on. */
const OVERLAP_SECONDS = 60;
/** The commands are no part of the load: they wait longer for the database than the services do. */
const PATIENT_DATABASE_TIMEOUT_MS = '10000';
const run = promisify(execFile);

/**
 * @param {Product} product
 * @param {string[]} args
 * @returns {Promise<any>} what the command prints
 */
async function cli({ settings }, ...args) {
  const { stdout } = await run(process.execPath, [CLI, ...args, '--json'], {
    env: { ...settings, DATABASE_TIMEOUT: PATIENT_DATABASE_TIMEOUT_MS },
  });
  return JSON.parse(stdout);
}

/**
 * Publishes a next key of each algorithm. The clock of the keys is moved in place of the wait of 600 s, until they sign.
 *
 * @param {Installation} installation
 */
async function rotateSigningKeys({ product }) {
  for (const party of product.parties) await cli(product, 'domain', 'rotate-keys', domainOf(party));
  const client = new pg.Client({ connectionString: product.database.url });
  await client.connect();
  await client.query(`UPDATE signing_key SET signs_from = signs_from - interval '601 s'`);
  await client.query(`UPDATE domain SET revision = nextval('revision')`);
  await client.end();
}

/** @param {Installation} installation */
async function revokeSigningKeys({ product }) {
  for (const party of product.parties) {
    /** @type {{ kid: string, state: string }[]} */
    const keys = await cli(product, 'signing-key', 'list', domainOf(party));
    for (const { kid } of keys.filter(({ state }) => state === 'signing'))
      await cli(product, 'signing-key', 'revoke', domainOf(party), kid);
  }
}

/** @param {Installation} installation */
async function rotateClientSecrets({ product, groups }) {
  const old = await Promise.all(product.parties.map((party) => product.management.listSecrets(domainOf(party), party.clientId)));
  for (const party of product.parties) {
    party.secret = await product.management.addSecret(domainOf(party), party.clientId, OVERLAP_SECONDS);
  }
  await groups.auth.drain();
  for (const [n, party] of product.parties.entries()) {
    for (const id of old[n] ?? []) await product.management.deleteSecret(domainOf(party), party.clientId, id);
  }
}

/** @param {Installation} installation */
async function rotateApiKeys({ product, groups }) {
  /** @type {{ id: string, revokedAt: string | null }[]} */
  const old = await cli(product, 'key', 'list', SUBSCRIPTION);
  const { apiKey } = await cli(product, 'key', 'create', SUBSCRIPTION);
  product.management.apiKey = apiKey;
  // A process that starts would accept it again.
  delete product.settings['BOOTSTRAP_API_KEY'];
  await roll(groups);
  for (const { id } of old.filter(({ revokedAt }) => revokedAt === null)) await cli(product, 'key', 'revoke', id);
}

/** As docs/operations/master-key.md says. @param {Installation} installation */
async function rotateMasterKey({ product, groups }) {
  const [old, next] = [product.settings['MASTER_KEY'], randomBytes(32).toString('base64')];
  for (const list of [`${old},${next}`, `${next},${old}`]) {
    product.settings['MASTER_KEY'] = list;
    await roll(groups);
  }
  while ((await cli(product, 'master-key', 'rotate')).resealed > 0);
  product.settings['MASTER_KEY'] = next;
  await roll(groups);
}

/** Credentials of DNS and SMTP servers are settings. @param {Installation} installation */
async function rotateServerCredentials({ product, groups }) {
  product.settings['SMTP_URL'] = `smtp://latchkey:${randomBytes(8).toString('hex')}@127.0.0.1:9`;
  product.settings['DNS_CLOUDFLARE_TOKEN'] = randomBytes(16).toString('hex');
  await roll(groups);
}

/** @param {Groups} groups */
async function roll({ auth, management }) {
  await auth.roll();
  await management.roll();
}

/** Everything that rotates. @type {[string, (installation: Installation) => Promise<void>][]} */
export const ROTATIONS = [
  ['signing keys', rotateSigningKeys],
  ['signing keys, revoked', revokeSigningKeys],
  ['client secrets', rotateClientSecrets],
  ['API keys', rotateApiKeys],
  ['master key', rotateMasterKey],
  ['DNS and SMTP credentials', rotateServerCredentials],
];
