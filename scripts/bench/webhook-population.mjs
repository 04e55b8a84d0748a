import { randomUUID } from 'node:crypto';
import { populateDomains } from './domain-population.mjs';
import { importLib } from './product.mjs';

/** @typedef {{ id: string, answering: number }} Subscribed a domain, and how many of its webhooks always answer */

const WEBHOOKS = `
  INSERT INTO webhook (domain_id, id, url, event_types, enabled, secret, private_key, public_key)
  SELECT domain_id, id, url, '{user.*}', true, secret, private_key, $6
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::bytea[]) AS made (domain_id, id, url, secret, private_key)`;

/**
 * Webhooks created with SQL in the state that the management API would leave, spread evenly over domains.
 *
 * @param {import('./product.mjs').Product} product
 *
 * @param {{ domains: number, webhooks: number, hanging: number, ports: import('./webhook-receivers.mjs').WebhookReceivers['ports'] }}
 * wanted
 * @returns {Promise<Subscribed[]>}
 */
export async function populateWebhooks(product, { domains, webhooks, hanging, ports }) {
  await populateDomains(product, domains);
  const rows = await product.database.query(`SELECT id FROM domain WHERE name LIKE 'bench-%' ORDER BY name`);
  /** @type {Subscribed[]} */
  const subscribed = rows.map(({ id }) => ({ id, answering: 0 }));
  const encrypt = await createEncryptor(product);
  const created = Array.from({ length: webhooks }, (_none, n) => {
    const domain = /** @type {Subscribed} */ (subscribed[n % domains]);
    const isHanging = n < hanging;
    if (!isHanging) domain.answering += 1;
    const key = { domainId: domain.id, id: randomUUID() };
    const port = isHanging ? ports.hanging[n % ports.hanging.length] : ports.answering;
    return { ...key, url: `http://127.0.0.1:${port}/${n}`, ...encrypt(key) };
  });
  await product.database.query(WEBHOOKS, [
    created.map(({ domainId }) => domainId),
    created.map(({ id }) => id),
    created.map(({ url }) => url),
    created.map(({ secret }) => secret),
    created.map(({ privateKey }) => privateKey),
    Buffer.alloc(32),
  ]);
  await product.database.query('VACUUM ANALYZE webhook');
  return subscribed;
}

/** Uses one secret and one key for all webhooks, encrypted for each. @param {import('./product.mjs').Product} product */
async function createEncryptor({ settings }) {
  const { Encryptor, newWebhookKeyPair, newWebhookSecret, webhookKeyContext, webhookSecretContext } = await importLib('crypto');
  const encryptor = new Encryptor([Buffer.from(settings['MASTER_KEY'] ?? '', 'base64')]);
  const [secret, { privateKey }] = [newWebhookSecret(), newWebhookKeyPair()];
  return (/** @type {{ domainId: string, id: string }} */ { domainId, id }) => ({
    secret: encryptor.encrypt(secret, webhookSecretContext(domainId, id)),
    privateKey: encryptor.encrypt(privateKey, webhookKeyContext(domainId, id)),
  });
}
