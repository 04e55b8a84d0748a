import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { get, requestToken } from './http.mjs';
import { METHODS, confirmation } from './methods.mjs';
import { tokenRequest } from './target.mjs';

/**
 * Checks the tokens themselves: figures count only if the answers were right.
 *
 * @typedef {import('./report.mjs').Guard} Guard
 * @typedef {import('./target.mjs').Target} Target
 */

/** How many tokens of each target are verified. */
const SAMPLE = 2_000;
const SAMPLE_SECONDS = 20;

/**
 * Verifies many tokens as a resource server would: with jose, and the published keys of the domain.
 *
 * @param {Target} target
 * @param {import('./load-process.mjs').LoadProcess} load with open connections to the target
 * @returns {Promise<Guard[]>}
 */
export async function checkTokens(target, load) {
  await load.prepare(target.name, { seconds: SAMPLE_SECONDS, amount: SAMPLE });
  const { tokens, bad } = await load.run(target.name, { seconds: SAMPLE_SECONDS, amount: SAMPLE, keepTokens: true });
  const faults = await faultsOf(target, tokens);
  const identifiers = new Set(tokens.map(({ token }) => decodeJwt(token).jti));
  const bound = confirmation(target.method, /** @type {import('./target.mjs').Party} */ (target.parties[0]))
    ? 'exp, typ, token_type and cnf'
    : 'exp and typ';
  const enough = tokens.length >= SAMPLE && Object.keys(bad).length === 0;
  return [
    {
      promise: `${target.name}: tokens verify against the published keys, with iss, aud, client_id, ${bound} as they should be`,
      kept: enough && faults.length === 0,
      seen: faults[0] ?? `${tokens.length} verified`,
    },
    { promise: `${target.name}: jti unique`, kept: identifiers.size === tokens.length, seen: `${identifiers.size} of ${tokens.length}` },
  ];
}

/**
 * @param {Target} target
 * @param {import('./load.mjs').ReceivedToken[]} tokens
 * @returns {Promise<string[]>}
 */
async function faultsOf({ method, port, parties, jwksPath }, tokens) {
  /** @type {Map<number, ReturnType<typeof createLocalJWKSet>>} */
  const keySets = new Map();
  const faults = [];
  const expectedType = METHODS[method].provesKey ? 'DPoP' : 'Bearer';
  for (const { index, token, type } of tokens) {
    const party = /** @type {import('./target.mjs').Party} */ (parties[index]);
    try {
      const keys = keySets.get(index) ?? createLocalJWKSet(JSON.parse((await get(port, jwksPath, party.host)).body));
      keySets.set(index, keys);
      await verify(token, keys, { ...party, cnf: confirmation(method, party) });
      if (type !== expectedType) throw new Error(`token_type ${type}`);
    } catch (error) {
      faults.push(`${party.host}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return faults;
}

/**
 * @param {string} token
 * @param {ReturnType<typeof createLocalJWKSet>} keys
 * @param {import('./target.mjs').Party & { cnf: Record<string, string> | undefined }} expected
 */
async function verify(token, keys, { issuer, clientId, cnf }) {
  const requiredClaims = ['exp', 'iat', 'jti', 'sub', 'client_id'];
  const { payload } = await jwtVerify(token, keys, { issuer, audience: issuer, typ: 'at+jwt', algorithms: ['ES256'], requiredClaims });
  if (payload['client_id'] !== clientId || payload.sub !== clientId) throw new Error('another client_id or sub');
  if (Number(payload.exp) - Number(payload.iat) !== 3600) throw new Error('not the default lifetime');
  if (JSON.stringify(payload['cnf']) !== JSON.stringify(cnf)) throw new Error('not bound to the key of the request');
}

/**
 * @param {Target} target
 * @returns {Promise<Guard>}
 */
export async function checkWrongSecret(target) {
  const party = /** @type {import('./target.mjs').Party} */ (target.parties[0]);
  const answer = await requestToken(target.port, tokenRequest({ ...party, secret: `${party.secret.slice(0, -1)}~` }));
  return { promise: `${target.name}: wrong secret refused`, kept: isInvalidClient(answer), seen: describe(answer) };
}

/** @param {import('./http.mjs').Answer} answer */
export function isInvalidClient({ status, body }) {
  return status === 401 && body.includes('"invalid_client"');
}

/** @param {import('./http.mjs').Answer} answer */
export function describe({ status, body }) {
  return `${status} ${body.includes('"access_token"') ? '(a token)' : (/"(?:error|type)":"([^"]*)"/.exec(body)?.[1] ?? '')}`.trim();
}
