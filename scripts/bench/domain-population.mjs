import { generateKeyPairSync } from 'node:crypto';
import { importLib } from './product.mjs';

/**
 * Domains created with SQL, a thousand times faster than with the management API, in the state after registration and with one client each.
 */

const BATCH = 5_000;
/** Generating RSA keys takes long, so the domains share a few key pairs, each encrypted for its own domain. */
const KEY_PAIRS = { ES256: 200, RS256: 4 };
const CLIENT_ID = 'bench';

const DOMAINS = `
  INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at, dns_target)
  SELECT (SELECT subscription_id FROM api_key LIMIT 1), 'bench-' || n || '.sandbox.localhost', 'sandbox', 'active', 3600, now(), ''
  FROM generate_series($1::integer, $2::integer) AS n RETURNING id, name`;
const KEYS = `
  INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from)
  SELECT domain_id, kid, public_jwk->>'alg', public_jwk, private_key, now() - interval '1 minute'
  FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bytea[]) AS key (domain_id, kid, public_jwk, private_key)`;
const CLIENTS = `
  INSERT INTO client (domain_id, client_id, client_type, grant_type, scope)
  SELECT unnest($1::uuid[]), '${CLIENT_ID}', 'Confidential', 'ClientCredentials', 'read'`;
const SECRETS = `
  INSERT INTO client_secret (domain_id, client_id, hash)
  SELECT domain_id, '${CLIENT_ID}', sha256(name::bytea) FROM unnest($1::uuid[], $2::text[]) AS made (domain_id, name)`;

/**
 * @param {import('./product.mjs').Product} product
 * @param {number} count
 * @returns {Promise<import('./product.mjs').Party[]>} their clients. The name of a domain is the secret of its client
 */
export async function populateDomains(product, count) {
  const { database } = product;
  const encrypt = await createKeyEncryptor(product);
  const pairs = Object.entries(KEY_PAIRS).map(([alg, amount]) => Array.from({ length: amount }, () => generateKeyPair(alg)));
  const names = [];
  for (let first = 1; first <= count; first += BATCH) {
    const domains = await database.query(DOMAINS, [first, Math.min(count, first + BATCH - 1)]);
    const ids = domains.map(({ id }) => id);
    for (const some of pairs) {
      const keys = ids.map((id, n) => encrypt(id, /** @type {KeyPair} */ (some[n % some.length])));
      const columns = [keys.map(({ kid }) => kid), keys.map(({ publicJwk }) => publicJwk), keys.map(({ encrypted }) => encrypted)];
      await database.query(KEYS, [ids, ...columns]);
    }
    await database.query(CLIENTS, [ids]);
    await database.query(SECRETS, [ids, domains.map(({ name }) => name)]);
    names.push(...domains.map(({ name }) => name));
  }
  await database.query('VACUUM ANALYZE');
  return names.map((name) => ({ ...product.locate(name), clientId: CLIENT_ID, secret: name }));
}

/** @typedef {ReturnType<typeof generateKeyPair>} KeyPair */

/** @param {string} alg */
function generateKeyPair(alg) {
  const { publicKey, privateKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { alg, publicJwk: publicKey.export({ format: 'jwk' }), privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) };
}

/** @param {import('./product.mjs').Product} product */
async function createKeyEncryptor({ settings }) {
  const { Encryptor, signingKeyContext } = await importLib('crypto');
  const encryptor = new Encryptor([Buffer.from(settings['MASTER_KEY'] ?? '', 'base64')]);
  return (/** @type {string} */ domainId, /** @type {KeyPair} */ { alg, publicJwk, privateKey }) => {
    const kid = `${alg}-${domainId}`;
    const encrypted = encryptor.encrypt(privateKey, signingKeyContext(domainId, kid));
    return { kid, publicJwk: JSON.stringify({ ...publicJwk, kid, alg, use: 'sig' }), encrypted };
  };
}
