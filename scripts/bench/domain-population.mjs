import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';

/**
 * Domains that are made by SQL, a thousand times faster than by the management API: as a registration
 * by the API key of the run leaves them, with one client each.
 *
 * @typedef {import('./target.mjs').Party} Party
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {typeof import('@latchkey/crypto')} Crypto
 * @typedef {{ algorithm: 'ES256' | 'RS256', publicJwk: object, privateKey: Buffer }} KeyPair
 */

const BATCH = 5_000;
/** An RSA key takes 200 ms to generate: the domains share some, each encrypted for its own domain. */
const KEY_PAIRS = { ES256: 200, RS256: 4 };
const CLIENT_ID = 'bench';

const DOMAINS = `
  INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at, dns_target)
  SELECT $1, 'bench-' || n || '.sandbox.localhost', 'sandbox', 'active', 3600, now(), ''
  FROM generate_series($2::integer, $3::integer) AS n RETURNING id, name`;
const KEYS = `
  INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, signs_from)
  SELECT domain_id, kid, algorithm, public_jwk, private_key, now() - interval '1 minute'
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::bytea[]) AS key (domain_id, kid, algorithm, public_jwk, private_key)`;
const CLIENTS = `
  INSERT INTO client (domain_id, client_id, client_type, grant_type, scope)
  SELECT unnest($1::uuid[]), '${CLIENT_ID}', 'Confidential', 'ClientCredentials', 'read'`;
const SECRETS = `
  INSERT INTO client_secret (domain_id, client_id, hash)
  SELECT domain_id, '${CLIENT_ID}', sha256(name::bytea) FROM unnest($1::uuid[], $2::text[]) AS made (domain_id, name)`;

/**
 * @param {Product} product
 * @param {number} count
 * @returns {Promise<Party[]>} their clients. The name of a domain is the secret of its client
 */
export async function populateDomains(product, count) {
  /** @type {Crypto} */
  const crypto = await import(new URL('../../dist/libs/crypto/src/index.js', import.meta.url).href);
  const encryptor = new crypto.Encryptor([Buffer.from(product.settings['MASTER_KEY'] ?? '', 'base64')]);
  const pairs = { ES256: generatePairs('ES256'), RS256: generatePairs('RS256') };
  const client = new pg.Client({ connectionString: product.database.url });
  await client.connect();
  const names = [];
  const subscription = await client.query('SELECT subscription_id AS id FROM api_key LIMIT 1');
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    const { rows } = await client.query(DOMAINS, [subscription.rows[0].id, first, last]);
    const ids = rows.map(({ id }) => id);
    for (const algorithm of /** @type {const} */ (['ES256', 'RS256'])) {
      const keys = ids.map((id, n) =>
        encryptFor(id, /** @type {KeyPair} */ (pairs[algorithm][n % KEY_PAIRS[algorithm]]), { crypto, encryptor }),
      );
      await client.query(KEYS, [ids, ...columnsOf(keys)]);
    }
    await client.query(CLIENTS, [ids]);
    await client.query(SECRETS, [ids, rows.map(({ name }) => name)]);
    names.push(...rows.map(({ name }) => name));
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
  return names.map((name) => partyOf(product, name));
}

/**
 * @param {Product} product
 * @param {string} name of a domain
 * @returns {Party}
 */
function partyOf({ settings }, name) {
  const issuer = (settings['AUTH_URL'] ?? '').replace('{domain}', name);
  return { host: new URL(issuer).host, issuer, clientId: CLIENT_ID, secret: name };
}

/**
 * @param {'ES256' | 'RS256'} algorithm
 * @returns {KeyPair[]}
 */
function generatePairs(algorithm) {
  return Array.from({ length: KEY_PAIRS[algorithm] }, () => {
    const { publicKey, privateKey } =
      algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 });
    return { algorithm, publicJwk: publicKey.export({ format: 'jwk' }), privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) };
  });
}

/**
 * @param {string} domainId
 * @param {KeyPair} pair
 * @param {{ crypto: Crypto, encryptor: InstanceType<Crypto['Encryptor']> }} tools
 */
function encryptFor(domainId, { algorithm, publicJwk, privateKey }, { crypto, encryptor }) {
  const kid = `${algorithm}-${domainId}`;
  const encrypted = encryptor.encrypt(privateKey, crypto.signingKeyContext(domainId, kid));
  return { kid, algorithm, publicJwk: JSON.stringify({ ...publicJwk, kid, alg: algorithm, use: 'sig' }), encrypted };
}

/** @param {ReturnType<typeof encryptFor>[]} keys */
function columnsOf(keys) {
  return [
    keys.map(({ kid }) => kid),
    keys.map(({ algorithm }) => algorithm),
    keys.map(({ publicJwk }) => publicJwk),
    keys.map(({ encrypted }) => encrypted),
  ];
}
