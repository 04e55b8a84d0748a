import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Redis as Client } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort, isListening } from './service-process.js';
import { makeTestFolder } from './test-folder.mjs';

/** A Redis for one test, on a free port of 127.0.0.1, without persistence. */
export class Redis {
  readonly url: string;
  private server: ChildProcess | undefined;
  private folder = '';

  private constructor(private readonly port: number) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<Redis> {
    const redis = new Redis(await freePort());
    await redis.restart();
    return redis;
  }

  /** Starts it empty. */
  async restart(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.folder = makeTestFolder('redis');
    this.server = spawn('redis-server', options, { cwd: this.folder, stdio: 'ignore' });
    await eventually(() => isListening(this.port));
  }

  /** Loses all data and keeps running. */
  async flush(): Promise<void> {
    await this.ask((client) => client.flushall());
  }

  /** Whether a word occurs in the name or the value of a key of any type. */
  remembers(word: string): Promise<boolean> {
    return this.ask(async (client) => {
      for (const key of await client.keys('*')) {
        if (key.includes(word) || JSON.stringify(await valueOf(client, key)).includes(word)) return true;
      }
      return false;
    });
  }

  /** Expires the locks of all active BullMQ jobs, as time would, so that the next worker finds them in its first check. */
  endJobLocks(): Promise<void> {
    return this.ask(async (client) => {
      const keys = await client.keys('*');
      for (const active of keys.filter((key) => key.endsWith(':active')))
        await client.sadd(active.replace(/active$/, 'stalled'), ...(await client.lrange(active, 0, -1)));
      const ended = keys.filter((key) => /:(lock|stalled-check)$/.test(key));
      if (ended.length > 0) await client.del(ended);
    });
  }

  private async ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client(this.url);
    try {
      return await question(client);
    } finally {
      client.disconnect();
    }
  }

  /** Kills it, so that all its data is lost. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    server.kill('SIGKILL');
    await once(server, 'close');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
async function valueOf(client: Client, key: string): Promise<unknown> {
  const kind = await client.type(key);
  if (kind === 'hash') return client.hgetall(key);
  if (kind === 'list') return client.lrange(key, 0, -1);
  if (kind === 'set') return client.smembers(key);
  if (kind === 'zset') return client.zrange(key, 0, -1);
  return kind === 'stream' ? client.xrange(key, '-', '+') : client.get(key);
}
