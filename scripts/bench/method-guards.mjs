import { generateClientKeys } from './client-keys.mjs';
import { checkWrongSecret, describe } from './guards.mjs';
import { requestToken } from './http.mjs';
import { METHODS, requestTemplate } from './methods.mjs';
import { RequestSigner } from './request-signer.mjs';

/**
 * Requests that prove the wrong key, or prove the right one a second time.
 *
 * @typedef {import('./report.mjs').Guard} Guard
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('./target.mjs').Party} Party
 * @typedef {import('./load.mjs').TokenRequest} TokenRequest
 */

/**
 * @param {Target} target
 * @returns {Promise<Guard[]>}
 */
export async function checkWrongCredentials(target) {
  const { credential, provesKey } = METHODS[target.method];
  return [
    ...(credential === 'secret' ? [await checkWrongSecret(target)] : []),
    ...(credential === 'key' ? [await checkWrongAssertionKey(target)] : []),
    ...(credential === 'certificate' ? [await checkWrongCertificate(target)] : []),
    ...(provesKey ? [await checkWrongProofKey(target)] : []),
  ];
}

/** @param {Target} target */
function checkWrongAssertionKey(target) {
  const { assertion, ...request } = requestTemplate(target.method, firstParty(target));
  const { kid } = /** @type {any} */ (assertion).key;
  const key = { ...otherKeys().assertion.privateKey, kid };
  const wrong = new RequestSigner({ ...request, assertion: { .../** @type {any} */ (assertion), key } });
  return expectRefusal(`${target.name}: assertion of another key refused`, target, wrong.sign());
}

/** @param {Target} target */
function checkWrongProofKey(target) {
  const { proof, ...request } = requestTemplate(target.method, firstParty(target));
  const key = otherKeys().proof.privateKey;
  const wrong = new RequestSigner({ ...request, proof: { .../** @type {any} */ (proof), key } });
  return expectRefusal(`${target.name}: proof of another key than its own refused`, target, wrong.sign());
}

/** @param {Target} target */
function checkWrongCertificate(target) {
  const request = requestTemplate(target.method, { ...firstParty(target), keys: otherKeys() });
  return expectRefusal(`${target.name}: certificate of another subject refused`, target, request);
}

/**
 * RFC 7523 section 3 and RFC 9449 section 11.1. The limit remembers nothing, and is not asked.
 *
 * @param {Target} target
 * @param {Target[]} replicas that get the second request as well
 * @returns {Promise<Guard[]>}
 */
export async function checkReplays(target, replicas) {
  const { credential, provesKey } = METHODS[target.method];
  const signer = new RequestSigner(requestTemplate(target.method, firstParty(target)));
  const first = signer.sign();
  const replays = [
    ...(credential === 'key' ? [{ what: 'assertion', used: { body: first.body } }] : []),
    ...(provesKey ? [{ what: 'proof', used: { headers: first.headers ?? {} } }] : []),
  ];
  if (replays.length === 0) return [];
  const before = await requestToken(target.port, first);
  const guards = [{ promise: `${target.name}: first use gets a token`, kept: before.status === 200, seen: describe(before) }];
  for (const server of [target, ...replicas.filter((each) => each !== target)]) {
    const place = server === target ? '' : ` at ${server.name}`;
    for (const { what, used } of replays) {
      guards.push(await expectRefusal(`${target.name}: ${what} used before refused${place}`, server, { ...signer.sign(), ...used }));
    }
  }
  return guards;
}

/**
 * RFC 9440 section 2.4: only the proxy may say what certificate the client has.
 *
 * @param {Target} target whose clients have certificates
 * @param {Target} replica that trusts no proxy
 * @returns {Promise<Guard>}
 */
export function checkUntrustedHeader(target, replica) {
  const request = requestTemplate(target.method, firstParty(target));
  return expectRefusal(`${replica.name}: certificate header refused without a trusted proxy`, replica, request);
}

/** @type {(promise: string, target: Target, request: TokenRequest) => Promise<Guard>} */
async function expectRefusal(promise, { port }, request) {
  const answer = await requestToken(port, request);
  const isRefused = [400, 401].includes(answer.status) && !answer.body.includes('"access_token"');
  return { promise, kept: isRefused, seen: describe(answer) };
}

/** @param {Target} target */
function firstParty({ parties }) {
  return /** @type {Party} */ (parties[0]);
}

function otherKeys() {
  return generateClientKeys('another');
}
