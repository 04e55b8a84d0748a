import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { get } from './http.mjs';
import { isToken, Load } from './load.mjs';
import { domainOf } from './product.mjs';
import { createTokenRequest, getConfirmation, METHODS, requestToken } from './token-requests.mjs';

/**
 * Checks the tokens themselves: figures count only if the responses were correct.
 *
 * @typedef {import('./report.mjs').Guard} Guard
 *
 * @typedef {import('./rounds.mjs').Target} Target
 * @typedef {import('./product.mjs').Party} Party
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {{ index: number, token: string, type: string }} ReceivedToken
 */

/** How many tokens of each target are verified. */
const SAMPLE = 2_000;
const CONNECTIONS = 32;

/**
 * Verifies many tokens as a resource server would: with jose, and the published keys of the domain.
 *
 * @param {import('./rounds.mjs').Measurement} measurement
 * @returns {Promise<Guard[]>}
 */
export async function checkTokens({ target, pool }) {
  pool.prepare(SAMPLE);
  const load = await Load.open(target.port, CONNECTIONS);
  /** @type {ReceivedToken[]} */
  const tokens = [];
  const keep = (/** @type {import('./load.mjs').LoadResponse} */ response, /** @type {number} */ index) => {
    if (!isToken(response)) return;
    const { access_token: token, token_type: type } = JSON.parse(response.body);
    tokens.push({ index, token, type });
  };
  await load.run({ next: () => pool.take(), accepts: isToken, amount: SAMPLE, onResponse: keep });
  load.close();
  const errors = await findErrors(target, tokens);
  const unique = new Set(tokens.map(({ token }) => decodeJwt(token).jti)).size;
  const promise = `${target.name}: tokens verify against the published keys, with the right claims`;
  return [
    { promise, kept: tokens.length === SAMPLE && errors.length === 0, seen: errors[0] ?? `${tokens.length} verified` },
    { promise: `${target.name}: jti unique`, kept: unique === tokens.length, seen: `${unique} of ${tokens.length}` },
  ];
}

/** @param {Target} target @param {ReceivedToken[]} tokens @returns {Promise<string[]>} */
async function findErrors(target, tokens) {
  /** @type {Map<Party, ReturnType<typeof createLocalJWKSet>>} */
  const keySets = new Map();
  const errors = [];
  for (const { index, ...received } of tokens) {
    const party = /** @type {Party} */ (target.parties[index]);
    try {
      const keys = keySets.get(party) ?? createLocalJWKSet(JSON.parse((await get(target.port, target.jwksPath, party.host)).body));
      keySets.set(party, keys);
      await verify(received, keys, { method: target.method, party });
    } catch (error) {
      errors.push(`${party.host}: ${/** @type {Error} */ (error).message}`);
    }
  }
  return errors;
}

/** @type {(received: { token: string, type: string }, keys: ReturnType<typeof createLocalJWKSet>, expected: { method: Target['method'], party: Party }) => Promise<void>} */
async function verify({ token, type }, keys, { method, party }) {
  const { issuer, clientId } = party;
  const requiredClaims = ['exp', 'iat', 'jti', 'sub', 'client_id'];
  const { payload } = await jwtVerify(token, keys, { issuer, audience: issuer, typ: 'at+jwt', algorithms: ['ES256'], requiredClaims });
  if (payload['client_id'] !== clientId || payload.sub !== clientId) throw new Error('another client_id or sub');
  if (Number(payload.exp) - Number(payload.iat) !== 3600) throw new Error('not the default lifetime');
  if (JSON.stringify(payload['cnf']) !== JSON.stringify(getConfirmation(method, party)))
    throw new Error('not bound to the key of the request');
  if (type !== (METHODS[method].provesKey ? 'DPoP' : 'Bearer')) throw new Error(`token_type ${type}`);
}

/**
 * Requests that the product must reject, sent to every replica directly after the management API has answered, because no cache may serve
 * outdated data.
 *
 * @param {Product} product
 *
 * @param {Target[]} replicas
 * @returns {Promise<Guard[]>}
 */
export async function checkRefusals(product, replicas) {
  const { management } = product;
  const [party, other] = [await product.createParty(), await product.createParty()];
  const [domain, { clientId, host }] = [domainOf(party), party];
  const namesake = { ...party, secret: await management.createClient(domainOf(other), clientId) };
  const guards = [
    await expectToken('a new client', replicas, party),
    await expectRefusal('a wrong secret', replicas, { ...party, secret: `${party.secret.slice(0, -1)}~` }),
    await expectRefusal('the client of another domain', replicas, { ...other, host }),
    await expectRefusal('a client by the secret of its namesake in another domain', replicas, namesake),
  ];
  await management.deleteClient(domain, clientId);
  guards.push(await expectRefusal('a removed client', replicas, party));
  const replaced = { ...party, secret: await management.createClient(domain, clientId) };
  guards.push(await expectToken('the secret that replaced it', replicas, replaced));
  guards.push(await expectRefusal('a replaced secret', replicas, party));
  await management.deleteDomain(domain);
  const published = await Promise.all(replicas.map(({ port, jwksPath }) => get(port, jwksPath, host)));
  guards.push(judge('a deleted domain: no token', await ask(replicas, replaced), 404), judge('and no key set', published, 404));
  return guards;
}

/** @type {(who: string, replicas: Target[], party: Party) => Promise<Guard>} */
async function expectRefusal(who, replicas, party) {
  return judge(`${who}: refused`, await ask(replicas, party), 401);
}

/** @type {(who: string, replicas: Target[], party: Party) => Promise<Guard>} */
async function expectToken(who, replicas, party) {
  return judge(`${who}: gets a token`, await ask(replicas, party), 200);
}

/** @type {(replicas: Target[], party: Party) => Promise<import('./http.mjs').Answer[]>} */
function ask(replicas, party) {
  return Promise.all(replicas.map(({ port }) => requestToken(port, createTokenRequest('secret', party))));
}

/** @type {(promise: string, answers: import('./http.mjs').Answer[], expected: number) => Guard} */
function judge(promise, answers, expected) {
  return { promise, kept: answers.every(({ status }) => status === expected), seen: answers.map(({ status }) => status).join(', ') };
}
