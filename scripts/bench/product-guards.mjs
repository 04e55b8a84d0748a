import { describe, isInvalidClient } from './guards.mjs';
import { get, requestToken } from './http.mjs';
import { domainOf } from './product.mjs';
import { tokenRequest } from './target.mjs';

/**
 * Requests that the product must refuse, sent to every replica directly after the management API has answered, while one of them is under
 * load: no cache may serve outdated data.
 *
 * @typedef {import('./report.mjs').Guard} Guard
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {import('./target.mjs').Party} Party
 */

/**
 * @param {Product} product
 * @param {Target[]} replicas
 * @returns {Promise<Guard[]>}
 */
export async function checkProduct(product, replicas) {
  return [
    ...(await checkForeignClient(product, replicas)),
    ...(await checkReplacedSecret(product, replicas)),
    ...(await checkRemovedClient(product, replicas)),
    ...(await checkDeletedDomain(product, replicas)),
  ];
}

/** @type {(product: Product, replicas: Target[]) => Promise<Guard[]>} */
async function checkForeignClient(product, replicas) {
  const [own, other] = [await product.createParty(), await product.createParty()];
  const namesake = { ...own, secret: await product.management.createClient(domainOf(other), own.clientId) };
  return [
    await refused('the client of another domain', replicas, { ...other, host: own.host }),
    await refused('a client by the secret of its namesake in another domain', replicas, namesake),
  ];
}

/** @type {(product: Product, replicas: Target[]) => Promise<Guard[]>} */
async function checkReplacedSecret(product, replicas) {
  const party = await product.createParty();
  const before = await accepted('a new client', replicas, party);
  await product.management.deleteClient(domainOf(party), party.clientId);
  const secret = await product.management.createClient(domainOf(party), party.clientId);
  return [
    before,
    await refused('a replaced secret', replicas, party),
    await accepted('the secret that replaced it', replicas, { ...party, secret }),
  ];
}

/** @type {(product: Product, replicas: Target[]) => Promise<Guard[]>} */
async function checkRemovedClient(product, replicas) {
  const party = await product.createParty();
  const before = await accepted('a client before its removal', replicas, party);
  await product.management.deleteClient(domainOf(party), party.clientId);
  return [before, await refused('a removed client', replicas, party)];
}

/** @type {(product: Product, replicas: Target[]) => Promise<Guard[]>} */
async function checkDeletedDomain(product, replicas) {
  const party = await product.createParty();
  const before = await accepted('a client before its domain is deleted', replicas, party);
  await product.management.deleteDomain(domainOf(party));
  const answers = await ask(replicas, party);
  const published = await Promise.all(replicas.map(({ port, jwksPath }) => get(port, jwksPath, party.host)));
  const gone = [...answers, ...published].every(({ status }) => status === 404);
  return [before, guard('a deleted domain: no token, no key set', gone, [...answers, ...published])];
}

/** @type {(who: string, replicas: Target[], party: Party) => Promise<Guard>} */
async function refused(who, replicas, party) {
  const answers = await ask(replicas, party);
  return guard(`${who}: refused`, answers.every(isInvalidClient), answers);
}

/** @type {(who: string, replicas: Target[], party: Party) => Promise<Guard>} */
async function accepted(who, replicas, party) {
  const answers = await ask(replicas, party);
  return guard(
    `${who}: gets a token`,
    answers.every(({ status }) => status === 200),
    answers,
  );
}

/** @type {(replicas: Target[], party: Party) => Promise<import('./http.mjs').Answer[]>} */
function ask(replicas, party) {
  return Promise.all(replicas.map(({ port }) => requestToken(port, tokenRequest(party))));
}

/** @type {(promise: string, kept: boolean, answers: import('./http.mjs').Answer[]) => Guard} */
function guard(promise, kept, answers) {
  const seen = new Map();
  for (const answer of answers) seen.set(describe(answer), (seen.get(describe(answer)) ?? 0) + 1);
  return { promise, kept, seen: [...seen].map(([what, count]) => `${count} x ${what}`).join(', ') };
}
