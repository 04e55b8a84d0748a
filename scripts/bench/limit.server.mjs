/**
 * The limit: the minimal work of a token endpoint on node:http. One client, no database, Basic authentication with a SHA-256 comparison, and
 * one ES256 signature over an RFC 9068 access token.
 */
import { createHash, generateKeyPairSync, randomFillSync, sign, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { port, issuer, clients } = JSON.parse(process.env['BENCH_CONFIGURATION'] ?? '');
const [{ client_id: clientId, client_secret: secret }] = clients;
const secretHash = sha256(secret);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const kid = 'limit';
const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' }] });
const encodedHeader = base64url({ alg: 'ES256', typ: 'at+jwt', kid });

/** Random bytes are fetched for 256 identifiers at a time, because the call costs more than the bytes. */
const randomPool = Buffer.alloc(256 * 16);
let randomOffset = randomPool.length;

createServer((request, response) => {
  if (request.method === 'GET') return void response.setHeader('content-type', 'application/json').end(jwks);
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => answer(request, response, new URLSearchParams(Buffer.concat(chunks).toString('latin1'))));
}).listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, form: URLSearchParams) => void} */
function answer({ headers: { authorization = '' } }, response, form) {
  if (form.get('grant_type') !== 'client_credentials') return send(response, 400, { error: 'unsupported_grant_type' });
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  const isRight = pair.slice(0, colon) === clientId && timingSafeEqual(sha256(pair.slice(colon + 1)), secretHash);
  if (!isRight) return send(response, 401, { error: 'invalid_client' });
  send(response, 200, { access_token: createAccessToken(), expires_in: 3600, token_type: 'Bearer', scope: 'read' });
}

function createAccessToken() {
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: issuer, sub: clientId, aud: issuer, exp: iat + 3600, iat, jti: randomId(), client_id: clientId, scope: 'read' };
  const input = `${encodedHeader}.${base64url(claims)}`;
  return `${input}.${toJoseSignature(sign('sha256', Buffer.from(input, 'latin1'), privateKey))}`;
}

/**
 * Converts DER to the format of RFC 7518 section 3.4, which is far cheaper than requesting that format from Node.js. @param {Buffer} der
 */
function toJoseSignature(der) {
  const raw = Buffer.alloc(64);
  const rEnd = 4 + (der[3] ?? 0);
  for (const [integer, end] of /** @type {const} */ ([
    [der.subarray(4, rEnd), 32],
    [der.subarray(rEnd + 2), 64],
  ])) {
    const significant = integer.subarray(-32);
    significant.copy(raw, end - significant.length);
  }
  return raw.toString('base64url');
}

function randomId() {
  if (randomOffset === randomPool.length) {
    randomFillSync(randomPool);
    randomOffset = 0;
  }
  randomOffset += 16;
  return randomPool.toString('base64url', randomOffset - 16, randomOffset);
}

/** @type {(response: import('node:http').ServerResponse, status: number, answer: object) => void} */
function send(response, status, content) {
  const body = JSON.stringify(content);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

/** @param {object} part */
function base64url(part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest();
}
