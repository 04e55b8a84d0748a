import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

/** A transaction, and the object that has opened it. */
interface OpenTransaction {
  owner: object;
  manager: EntityManager;
}

const current = new AsyncLocalStorage<OpenTransaction>();

/** Runs work within a transaction. */
export function runInTransaction<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return current.run(transaction, work);
}

/** The transaction that an object has opened for the current asynchronous work. */
export function findTransaction(owner: object): EntityManager | undefined {
  const transaction = current.getStore();
  return transaction?.owner === owner ? transaction.manager : undefined;
}

/**
 * Runs work that may wait for another machine although a transaction is open, because the transaction's lock must last as long. Only for
 * jobs, which are few and have time limits.
 */
export function waitWithinTransaction<T>(work: () => Promise<T>): Promise<T> {
  return current.exit(work);
}

/**
 * Rejects waiting for another machine while a transaction is open, because its connection would be kept from all other requests meanwhile.
 *
 * @param action such as `An HTTP request`
 *
 * @throws Error for a programming error
 */
export function refuseInTransaction(action: string): void {
  if (current.getStore()?.manager.queryRunner?.isTransactionActive)
    throw new Error(`${action} was attempted within a database transaction`);
}
