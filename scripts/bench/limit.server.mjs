/**
 * The limit: the minimal work of a token endpoint on node:http. One client, no database, only one method of client authentication (by
 * default Basic authentication and a SHA-256 comparison) and one ES256 signature over an RFC 9068 access token.
 */
import { generateKeyPairSync, randomFillSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { joseSignature } from './jose-signature.mjs';
import { createAuthenticator } from './limit-authentication.mjs';
import { readClient, required } from './reference-client.mjs';

const issuer = required('BENCH_ISSUER');
const { method, ...client } = readClient();
const { clientId } = client;
const authenticate = createAuthenticator(method, client);

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
  const authenticated = authenticate(request, form);
  if (!authenticated) return send(response, 401, '{"error":"invalid_client"}');
  const { tokenType, cnf } = authenticated;
  send(response, 200, JSON.stringify({ access_token: accessToken(cnf), expires_in: 3600, token_type: tokenType, scope: 'read' }));
}

/** @param {import('./limit-authentication.mjs').Confirmation} cnf */
function accessToken(cnf) {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    sub: clientId,
    aud: issuer,
    exp: iat + 3600,
    iat,
    jti: randomId(),
    client_id: clientId,
    scope: 'read',
    cnf,
  };
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
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} body
 */
function send(response, status, body) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, headers).end(body);
}

/** @param {string} text */
function base64url(text) {
  return Buffer.from(text).toString('base64url');
}
