import type { Database } from './connection/database.js';
import { isDatabaseOutage } from './connection/database-error.js';

/** A domain for which work has failed, and the reason. */
export interface DomainFailure {
  domainId: string;
  error: unknown;
}

/** Work for several domains has failed for some of them, and succeeded for all others. */
export class DomainFailuresError extends Error {
  constructor(readonly failures: readonly DomainFailure[]) {
    super(`failed for ${failures.length} domains`);
  }
}

/** The results of work for several domains. */
export interface DomainResults<T> {
  /** One for each group of domains that were served together. */
  results: T[];
  failures: DomainFailure[];
}

/**
 * Runs work for several domains together. If it fails, runs it for each half of them, down to the domains for which it fails alone. These
 * do not stop the others.
 *
 * @param work does all or nothing, such as a transaction
 *
 * @throws Error if the database does not answer
 */
export async function workForDomains<T>(
  database: Database,
  domainIds: readonly string[],
  work: (domainIds: readonly string[]) => Promise<T>,
): Promise<DomainResults<T>> {
  if (domainIds.length === 0) return { results: [], failures: [] };
  try {
    return { results: [await work(domainIds)], failures: [] };
  } catch (error) {
    await throwOutage(database, error);
    if (domainIds.length === 1) return { results: [], failures: [{ domainId: domainIds[0]!, error }] };
  }
  const middle = Math.ceil(domainIds.length / 2);
  const first = await workForDomains(database, domainIds.slice(0, middle), work);
  const second = await workForDomains(database, domainIds.slice(middle), work);
  return { results: [...first.results, ...second.results], failures: [...first.failures, ...second.failures] };
}

/**
 * Runs work for one domain after the other.
 *
 * @throws DomainFailuresError after the work for the other domains
 *
 * @throws Error if the database does not answer
 */
export async function workForEachDomain(
  database: Database,
  domainIds: Iterable<string>,
  work: (domainId: string) => Promise<void>,
): Promise<void> {
  const failures: DomainFailure[] = [];
  for (const domainId of domainIds) failures.push(...(await workForDomains(database, [domainId], () => work(domainId))).failures);
  throwFailures(failures);
}

/**
 * Runs work on the rows of several domains together or, if that fails, separately.
 *
 * @throws DomainFailuresError after the work with the rows of the other domains
 */
export async function workForRows<Row extends { domainId: string }>(
  database: Database,
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  const byDomain = Map.groupBy(rows, ({ domainId }) => domainId);
  const { failures } = await workForDomains(database, [...byDomain.keys()], (ids) => work(ids.flatMap((id) => byDomain.get(id)!)));
  throwFailures(failures);
}

/** @throws DomainFailuresError if there are any */
export function throwFailures(failures: readonly DomainFailure[]): void {
  if (failures.length > 0) throw new DomainFailuresError(failures);
}

/** @throws the error if the database does not answer, because it would then fail for every domain */
export async function throwOutage(database: Database, error: unknown): Promise<void> {
  if (isDatabaseOutage(error) && !(await database.isReady())) throw error;
}
