import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A delivery as a receiver gets it.
 *
 * @typedef {object} ReceivedDelivery
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {string} secret `whsec_…`
 */

const DOMAIN = 'shop.example.com';
const EVENT = { type: 'user.created', timestamp: '2026-11-25T10:00:00.000000Z', data: { domain: DOMAIN, user: 'Zoë ✓' } };

/** @param {string} path of a compiled module; test/runner/global-setup.mjs keeps the build up to date */
const built = (path) => import(new URL(`../../../build/${path}`, import.meta.url).href);
/** @type {typeof import('@latchkey/crypto')} */
const crypto = await built('libs/crypto/src/index.js');
/** @type {typeof import('@latchkey/config')} */
const { readManagementSettings } = await built('libs/config/src/index.js');
const { DeliveryClient } = await built('apps/management/src/delivery/delivery.client.js');
const { WebhookSenderService } = await built('apps/management/src/webhook/webhook-sender.service.js');

/**
 * Lets the service send an event, and receives it.
 *
 * @returns {Promise<ReceivedDelivery>}
 */
export async function receiveDelivery() {
  /** @type {PromiseWithResolvers<Omit<ReceivedDelivery, 'secret'>>} */
  const received = Promise.withResolvers();
  const receiver = createServer((request, response) => {
    const headers = /** @type {Record<string, string>} */ (request.headers);
    void text(request).then((body) => received.resolve({ headers, body }));
    response.writeHead(204).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  const settings = readManagementSettings({ DATABASE_URL: 'postgres://localhost', MASTER_KEY: randomBytes(32).toString('base64') });
  const client = new DeliveryClient(settings);
  const sender = new WebhookSenderService(settings, client);
  const secret = crypto.newWebhookSecret();
  try {
    const loaded = { delivery: { id: randomUUID() }, event: EVENT, trace: null };
    const { error } = await sender.send(createWebhook(settings, secret, `http://127.0.0.1:${port}/`), loaded);
    if (error !== null) throw new Error(error);
    return { ...(await received.promise), secret: crypto.formatWebhookSecret(secret) };
  } finally {
    await client.onApplicationShutdown();
    receiver.close();
  }
}

/**
 * @param {ReturnType<typeof readManagementSettings>} settings
 * @param {Buffer} secret
 * @param {string} url
 */
function createWebhook({ MASTER_KEY }, secret, url) {
  const { domainId, id } = { domainId: randomUUID(), id: randomUUID() };
  const encryptor = new crypto.Encryptor(MASTER_KEY);
  return {
    domainId,
    id,
    domain: DOMAIN,
    lease: 1,
    url,
    secret: encryptor.encrypt(secret, crypto.webhookSecretContext(domainId, id)),
    previousSecret: null,
    privateKey: encryptor.encrypt(crypto.newWebhookKeyPair().privateKey, crypto.webhookKeyContext(domainId, id)),
  };
}
