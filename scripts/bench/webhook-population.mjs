import { randomUUID } from 'node:crypto';
import { populateDomains } from './domain-population.mjs';

/**
 * Webhooks that are made by SQL, as the management API leaves them.
 *
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {{ id: string, answering: number }} Subscribed a domain, and how many of its webhooks always answer
 */

const WEBHOOKS = `
  INSERT INTO webhook (domain_id, id, url, event_types, enabled, secret, private_key, public_key)
  SELECT domain_id, id, url, '{user.*}', true, secret, private_key, $6
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::bytea[]) AS made (domain_id, id, url, secret, private_key)`;

/**
 * Spreads webhooks over domains, those that never answer evenly.
 *
 * @param {Product} product
 * @param {import('pg').Client} database
 * @param {{ domains: number, webhooks: number, hanging: number, ports: import('./webhook-receivers.mjs').WebhookReceivers['ports'] }} wanted
 * @returns {Promise<Subscribed[]>}
 */
export async function populateWebhooks(product, database, { domains, webhooks, hanging, ports }) {
  await populateDomains(product, domains);
  const { rows } = await database.query(`SELECT id FROM domain WHERE name LIKE 'bench-%' ORDER BY name`);
  /** @type {Subscribed[]} */
  const subscribed = rows.map(({ id }) => ({ id, answering: 0 }));
  const encrypt = await createEncryptor(product);
  const made = Array.from({ length: webhooks }, (_none, n) => {
    const domain = /** @type {Subscribed} */ (subscribed[n % domains]);
    const isHanging = n < hanging;
    if (!isHanging) domain.answering += 1;
    return {
      domainId: domain.id,
      id: randomUUID(),
      url: `http://127.0.0.1:${isHanging ? ports.hanging[n % ports.hanging.length] : ports.answering}/${n}`,
    };
  });
  const keys = made.map(encrypt);
  await database.query(WEBHOOKS, [
    made.map(({ domainId }) => domainId),
    made.map(({ id }) => id),
    made.map(({ url }) => url),
    keys.map(({ secret }) => secret),
    keys.map(({ privateKey }) => privateKey),
    Buffer.alloc(32),
  ]);
  await database.query('VACUUM ANALYZE webhook');
  return subscribed;
}

/**
 * One secret and one key for all, encrypted for each webhook.
 *
 * @param {Product} product
 */
async function createEncryptor({ settings }) {
  /** @type {typeof import('@latchkey/crypto')} */
  const crypto = await import(new URL('../../dist/libs/crypto/src/index.js', import.meta.url).href);
  const encryptor = new crypto.Encryptor([Buffer.from(settings['MASTER_KEY'] ?? '', 'base64')]);
  const secret = crypto.newWebhookSecret();
  const { privateKey } = crypto.newWebhookKeyPair();
  return (/** @type {{ domainId: string, id: string }} */ { domainId, id }) => ({
    secret: encryptor.encrypt(secret, crypto.webhookSecretContext(domainId, id)),
    privateKey: encryptor.encrypt(privateKey, crypto.webhookKeyContext(domainId, id)),
  });
}
