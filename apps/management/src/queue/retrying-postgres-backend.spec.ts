import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { createRetryingPostgresBackend } from './retrying-postgres-backend.js';

/** A connection that answers at first and later stops answering. */
class FakeClient extends EventEmitter {
  isSilent = false;
  isDestroyed = false;
  readonly statements: string[] = [];

  async query(statement: string): Promise<{ rows: unknown[] }> {
    if (this.isSilent) throw new Error('Query read timeout');
    this.statements.push(statement);
    return { rows: [] };
  }

  release(destroy = false): void {
    this.isDestroyed = destroy;
  }
}

/** A pool of such connections, each of which is checked out once. */
class FakePool extends EventEmitter {
  readonly options = { keepAlive: true };
  readonly clients: FakeClient[] = [];

  async connect(): Promise<FakeClient> {
    const client = new FakeClient();
    this.clients.push(client);
    return client;
  }

  async end(): Promise<void> {}

  /** The queue's additional statement, which checks for jobs. */
  async query(): Promise<{ rows: unknown[] }> {
    return { rows: [] };
  }
}

describe('the connection that notifies a worker of new jobs', () => {
  it('is replaced before the worker relies on it again, if it does not answer', async () => {
    const pool = new FakePool();
    const backend = createRetryingPostgresBackend('patience', { connection: pool as unknown as Pool });
    backend.on('error', () => undefined);
    backend.waitUntilReady = async () => undefined;
    backend.connection.waitUntilReady = async () => undefined;
    await backend.waitForJob(0.001);
    const [lost] = pool.clients;
    lost!.isSilent = true;

    await backend.waitForJob(0.001);

    expect(pool.clients).toHaveLength(2);
    expect([lost!.isDestroyed, pool.clients[1]!.isDestroyed]).toEqual([true, false]);
    expect(pool.clients[1]!.statements).toEqual([expect.stringMatching(/LISTEN bullmq_jobs/)]);
  });
});
