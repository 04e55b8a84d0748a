import pg from 'pg';

/** A connection as node-postgres sees it: the statement that the server has not answered yet is known to nobody else. */
type Connection = pg.PoolClient & { _getActiveQuery(): unknown; end(): Promise<void> };

/**
 * A pool that takes back only connections with nothing under way. One on which nobody waits any more for a statement, or whose
 * transaction could not be ended, would let the next user wait, or work within a transaction that never commits: it is closed.
 */
export class OrderlyPool extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super(config);
    // One that breaks while nobody waits for it would else end the process; the next statement on it tells of it.
    this.on('connect', (client) => client.on('error', () => undefined));
    this.on('release', (_error, client) => {
      const connection = client as Connection;
      // oxlint-disable-next-line no-underscore-dangle -- node-postgres has no public name for it
      const isFree = !connection._getActiveQuery() && connection.getTransactionStatus() === 'I';
      if (!isFree) connection.end().catch(() => undefined);
    });
  }
}
