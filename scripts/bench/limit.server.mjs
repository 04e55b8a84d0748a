/**
 * The limit: the minimal work of a token endpoint on node:http. One client, no database, only Basic authentication, a SHA-256 comparison
 * and one ES256 signature over an RFC 9068 access token.
 */
import { createHash, generateKeyPairSync, randomFillSync, sign, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const issuer = required('BENCH_ISSUER');
const clientId = required('BENCH_CLIENT_ID');
const secretHash = sha256(required('BENCH_CLIENT_SECRET'));

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyId = 'limit';
const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'ES256' }] });
const encodedHeader = base64url(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: keyId }));

/** Random bytes are fetched for 256 identifiers at a time: the call costs more than the bytes. */
const randomPool = Buffer.alloc(256 * 16);
let randomOffset = randomPool.length;

createServer((request, response) => {
  if (request.url === '/jwks') return void response.setHeader('content-type', 'application/json').end(jwks);
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => answer(request, response, chunks));
}).listen(Number(required('BENCH_PORT')), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Buffer[]} chunks
 */
function answer(request, response, chunks) {
  const form = new URLSearchParams(Buffer.concat(chunks).toString('latin1'));
  if (form.get('grant_type') !== 'client_credentials') return send(response, 400, '{"error":"unsupported_grant_type"}');
  if (!authenticates(request.headers.authorization ?? '')) return send(response, 401, '{"error":"invalid_client"}');
  send(response, 200, JSON.stringify({ access_token: accessToken(), expires_in: 3600, token_type: 'Bearer', scope: 'read' }));
}

/** @param {string} authorization */
function authenticates(authorization) {
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  return pair.slice(0, colon) === clientId && timingSafeEqual(sha256(pair.slice(colon + 1)), secretHash);
}

function accessToken() {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: clientId, aud: issuer, exp: iat + 3600, iat, jti: randomId(), client_id: clientId, scope: 'read' };
  const input = `${encodedHeader}.${base64url(JSON.stringify(claims))}`;
  return `${input}.${joseSignature(sign('sha256', Buffer.from(input, 'latin1'), privateKey))}`;
}

function randomId() {
  if (randomOffset === randomPool.length) {
    randomFillSync(randomPool);
    randomOffset = 0;
  }
  randomOffset += 16;
  return randomPool.toString('base64url', randomOffset - 16, randomOffset);
}

/**
 * Converts DER to the 64 bytes of RFC 7518 section 3.4. Requesting this form from `sign` costs twice as much as the whole signature.
 *
 * @param {Buffer} der
 */
function joseSignature(der) {
  const raw = Buffer.alloc(64);
  const rEnd = 4 + /** @type {number} */ (der[3]);
  copyInteger(der.subarray(4, rEnd), raw, 32);
  copyInteger(der.subarray(rEnd + 2), raw, 64);
  return raw.toString('base64url');
}

/**
 * @param {Buffer} integer big-endian, perhaps with a leading zero or shorter than 32 bytes
 * @param {Buffer} target
 * @param {number} end
 */
function copyInteger(integer, target, end) {
  const significant = integer.length > 32 ? integer.subarray(integer.length - 32) : integer;
  significant.copy(target, end - significant.length);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} body
 */
function send(response, status, body) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest();
}

/** @param {string} text */
function base64url(text) {
  return Buffer.from(text).toString('base64url');
}

/** @param {string} name */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
