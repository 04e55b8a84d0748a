import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from './eventually.js';
import { freePort } from './service-process.js';

/** A Redis of one test, on a free port of 127.0.0.1, that keeps nothing. */
export class Redis {
  readonly url: string;
  private server: ChildProcess | undefined;

  private constructor(private readonly port: number) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<Redis> {
    const redis = new Redis(await freePort());
    await redis.restart();
    return redis;
  }

  /** Starts it, empty. */
  async restart(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.server = spawn('redis-server', options, { stdio: 'ignore' });
    await eventually(() => isListening(this.port));
  }

  /** Ends it without asking: whatever it had is lost. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    server.kill('SIGKILL');
    await once(server, 'close');
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
