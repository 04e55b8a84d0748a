import pg from 'pg';
import { CircuitBreaker } from './circuit-breaker.js';
import { markConnectionError } from './database-error.js';

/** A connection as node-postgres sees it: the statement that the server has not answered yet is known to nobody else. */
type Connection = pg.PoolClient & { _getActiveQuery(): unknown; end(): Promise<void> };

/** How often the circuit had opened when the connection was made. */
const OPEN_COUNT = Symbol('openings');

type PooledClient = pg.PoolClient & { [OPEN_COUNT]?: number };

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** What the pool says of a connection that was not there, or not free, in time, and node-postgres of one of its own. */
const CONNECTION_TIMEOUT_MESSAGE =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|timeout expired)$/;

/**
 * A pool that takes back only connections with nothing under way. One on which nobody waits any more for a statement, or whose
 * transaction could not be ended, would let the next user wait, or work within a transaction that never commits: it is closed.
 *
 * While the database stands still the pool gives out no connection: whoever asks for one is told at once.
 */
export class ResilientPool extends pg.Pool {
  private readonly breaker = new CircuitBreaker(() => this.probe());
  /** A database that has never answered is waited for by whoever starts the process. */
  private hasConnected = false;

  constructor(config?: pg.PoolConfig) {
    super(config);
    this.on('connect', (client: PooledClient) => {
      this.hasConnected = true;
      client[OPEN_COUNT] = this.breaker.openCount;
      // One that breaks while nobody waits for it would else end the process; the next statement on it tells of it.
      client.on('error', () => undefined);
    });
    this.on('release', (error, client) => this.discardIfBusy(client as Connection, error));
  }

  /** Whether the database stands still, and gets no statements but probes. */
  get isCircuitOpen(): boolean {
    return this.breaker.isOpen;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return this.connectUnlessOpen(callback);
    return new Promise((resolve, reject) => {
      this.connectUnlessOpen((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  private connectUnlessOpen(callback: ConnectCallback): void {
    if (this.breaker.isOpen) return process.nextTick(callback, createCircuitOpenError(), undefined, () => undefined);
    super.connect((error, client, done) => {
      if (error && CONNECTION_TIMEOUT_MESSAGE.test(error.message)) this.recordTimeout();
      if (error) markConnectionError(error);
      if (!client || (client as PooledClient)[OPEN_COUNT] === this.breaker.openCount) return callback(error, client, done);
      // It was made before an outage: the network may have forgotten it.
      destroySocket(client);
      done(true);
      this.connectUnlessOpen(callback);
    });
  }

  /** @param error what it is released with. True: a job gives it up, which has a patience of its own */
  private discardIfBusy(connection: Connection, error: unknown): void {
    // oxlint-disable-next-line no-underscore-dangle -- node-postgres has no public name for it
    const isUnanswered = Boolean(connection._getActiveQuery());
    const isFree = !isUnanswered && connection.getTransactionStatus() === 'I';
    if (isFree && !error) this.breaker.recordResponse();
    if (isUnanswered && error !== true) this.recordTimeout();
    if (!isFree) connection.end().catch(() => undefined);
  }

  private recordTimeout(): void {
    if (this.hasConnected) this.breaker.recordTimeout();
  }

  /** Asks on a connection of its own: those of the pool may be dead. @returns false if there is no answer within the time for a new connection */
  private async probe(): Promise<boolean> {
    const client = new pg.Client(this.options);
    client.on('error', () => undefined);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      destroySocket(client);
    }, this.options.connectionTimeoutMillis);
    try {
      await client.connect();
      await client.query('SELECT 1');
    } catch (error) {
      // A pool that is closed asks no more.
      return this.ending || !(isLate || CONNECTION_TIMEOUT_MESSAGE.test((error as Error).message));
    } finally {
      clearTimeout(timer);
      destroySocket(client);
    }
    return true;
  }
}

/** Closes a connection without a goodbye, for which a server that stands still would have to be waited for. */
function destroySocket(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** It counts as an outage. */
function createCircuitOpenError(): Error {
  return new Error('timeout: the database has stopped answering; it is asked again as soon as it answers a probe');
}
