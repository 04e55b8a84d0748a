import { readCpu } from './machine.mjs';

/**
 * @typedef {object} Cost of one request
 * @property {number} cpu of the server, microseconds
 * @property {number} databaseCpu of PostgreSQL, microseconds
 * @property {number} statements of all processes, including BEGIN and COMMIT
 */

/**
 * Measures what a server and PostgreSQL use during some work.
 *
 * @template {{ requests: number }} Result
 * @param {{ server: import('./server-process.mjs').ServerProcess, database: import('./database.mjs').Database | null }} measured
 * @param {() => Promise<Result>} work
 * @returns {Promise<Cost & Result>}
 */
export async function measureCost({ server, database }, work) {
  const read = async () => ({
    cpu: readCpu(server.child.pid),
    databaseCpu: database?.cpu() ?? 0,
    statements: (await database?.statements()) ?? 0,
  });
  const before = await read();
  const result = await work();
  const after = await read();
  const perRequest = (/** @type {keyof typeof before} */ key) => (after[key] - before[key]) / result.requests;
  return { ...result, cpu: perRequest('cpu'), databaseCpu: perRequest('databaseCpu'), statements: perRequest('statements') };
}
