import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { CircuitBreaker } from './circuit-breaker.js';
import { markConnectionError } from './database-error.js';
import { areStatementsObserved, observeStatements } from './observed-statements.js';

/** A node-postgres connection with its active statement, which the types omit. */
type Connection = pg.PoolClient & { _getActiveQuery(): unknown; end(): Promise<void> };

/** How often the circuit had opened when the connection was created. */
const OPEN_COUNT = Symbol('openings');

type PooledClient = pg.PoolClient & { [OPEN_COUNT]?: number };

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Messages of the pool, and of node-postgres, when no connection was available in time. */
const CONNECTION_TIMEOUT_MESSAGE =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|timeout expired)$/;

/**
 * A pool that closes a connection whose statement was abandoned, or whose transaction could not be ended. The next user would wait for that
 * statement, or work in a transaction that never commits.
 *
 * While the circuit breaker is open the pool provides no connection, so callers fail immediately.
 */
export class ResilientPool extends pg.Pool {
  private readonly breaker = new CircuitBreaker(() => this.probe());
  /** Before the first answer the process start waits, and the breaker does nothing. */
  private hasConnected = false;

  constructor(config?: pg.PoolConfig) {
    super(config);
    this.on('connect', (client: PooledClient) => {
      this.hasConnected = true;
      client[OPEN_COUNT] = this.breaker.openCount;
      // Without a listener, an error of an idle connection would end the process. The next statement reports it.
      client.on('error', () => undefined);
      if (areStatementsObserved()) observeStatements(client);
    });
    this.on('release', (error, client) => this.discardIfBusy(client as Connection, error));
  }

  /** Whether the circuit is open, so that only probes are sent. */
  get isCircuitOpen(): boolean {
    return this.breaker.isOpen;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    // The code that returns a connection calls the code that waits for it. Binding the callback keeps the statement in the trace of the
    // waiting code.
    if (callback) return this.connectUnlessOpen(areStatementsObserved() ? AsyncResource.bind(callback) : callback);
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
      // The connection was opened before an outage, so the network may have dropped it.
      destroySocket(client);
      done(true);
      this.connectUnlessOpen(callback);
    });
  }

  /** @param error the reason for closing; true if a job abandons the connection, which has its own time limits */
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

  /**
   * Probes on a new connection, because pooled ones may be dead. @returns false if no answer comes within the time limit for connections
   */
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
      // A closed pool sends no probes.
      return this.ending || !(isLate || CONNECTION_TIMEOUT_MESSAGE.test((error as Error).message));
    } finally {
      clearTimeout(timer);
      destroySocket(client);
    }
    return true;
  }
}

/** Closes a connection without a message to the server, which may not respond. */
function destroySocket(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** This error counts as an outage. */
function createCircuitOpenError(): Error {
  return new Error('timeout: the database has stopped answering; statements resume as soon as it answers a probe');
}
