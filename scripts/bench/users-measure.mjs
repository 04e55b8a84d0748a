import { Quiet, readMachineCpu } from './disturbance.mjs';

/**
 * @typedef {import('./users-cases.mjs').Case} Case
 * @typedef {{ case: Case, matches: number, times: number[], cpus: number[] }} Measured milliseconds of each round
 * @typedef {{ cases: Measured[], others: number }} Measurements `others`: cores that other processes took meanwhile
 * @typedef {{ users: number, time: number, cpu: number }} Creation milliseconds for one user
 */

const CREATED = 500;

/**
 * Every case in turn, round by round, so that a disturbance affects different cases.
 *
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {Case[]} cases
 * @param {number} rounds
 * @returns {Promise<Measurements>}
 */
export async function measureCases(database, cases, rounds) {
  const measured = cases.map((each) => ({
    case: each,
    matches: 0,
    times: /** @type {number[]} */ ([]),
    cpus: /** @type {number[]} */ ([]),
  }));
  await new Quiet().moment();
  const before = { machine: readMachineCpu(), ours: ownCpu(database), at: performance.now() };
  for (let round = 0; round < rounds; round += 1) {
    for (const each of measured) {
      const from = database.clock();
      const { total } = await database.search(each.case);
      const to = database.clock();
      each.times.push(to.elapsed - from.elapsed);
      each.cpus.push(to.cpu - from.cpu);
      each.matches = total;
    }
  }
  const elapsed = (performance.now() - before.at) * 1000;
  return { cases: measured, others: (readMachineCpu() - before.machine - (ownCpu(database) - before.ours)) / elapsed };
}

/** CPU time of this process and of the connection's process. @param {import('./users-database.mjs').UsersDatabase} database */
function ownCpu(database) {
  const { user, system } = process.cpuUsage();
  return user + system + database.clock().cpu * 1000;
}

/**
 * The cost of creating a user in a domain with many.
 *
 * @param {import('./users-database.mjs').UsersDatabase} database
 * @param {import('./users-population.mjs').Population} population
 * @returns {Promise<Creation>}
 */
export async function measureCreation(database, { large }) {
  const from = database.clock();
  for (let n = 0; n < CREATED; n += 1) {
    await database.users.create(large, 'local', {
      preferred_username: `new.user.${n}@example.com`,
      name: 'New User',
      email: `new.user.${n}@example.com`,
    });
  }
  const to = database.clock();
  return { users: CREATED, time: (to.elapsed - from.elapsed) / CREATED, cpu: (to.cpu - from.cpu) / CREATED };
}
