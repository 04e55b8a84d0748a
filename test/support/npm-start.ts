import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE, freePort } from './service-process.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A terminal without variables that Latchkey or PostgreSQL would read. */
export const TERMINAL = { PATH: String(process.env['PATH']), HOME: String(process.env['HOME']) };

export interface Ports extends Record<string, string> {
  MANAGEMENT_PORT: string;
  AUTH_PORT: string;
}

/** Settings that save CPU: a compile cache for all processes, no more RSA keys ahead than a test uses, and no demo. */
const SPARING = { NODE_COMPILE_CACHE: COMPILE_CACHE, RSA_KEY_POOL_SIZE: '1', DEMO: 'off' };

/** What `npm start` runs: npm itself takes longer than a refusal. */
export const START_SCRIPT: Command = [process.execPath, 'scripts/start.mjs'];

type Command = readonly [program: string, ...parameters: string[]];

/** A run of `npm start` as in a terminal. */
export class NpmStart {
  output = '';
  /** Resolves once every process that could write to the terminal is gone. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  private static readonly all: NpmStart[] = [];
  private readonly npm: ChildProcess;
  private readonly dataDir: string;

  constructor(environment: Record<string, string> & { DATA_DIR: string }, [program, ...parameters]: Command = ['npm', 'start']) {
    this.dataDir = environment.DATA_DIR;
    // a separate process group, as in a terminal: Ctrl-C goes to the group
    this.npm = spawn(program, parameters, { cwd: ROOT, env: { ...TERMINAL, ...SPARING, ...environment }, detached: true });
    for (const stream of [this.npm.stdout, this.npm.stderr]) stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = once(this.npm, 'close').then(([code, signal]) => ({ code, signal }));
    NpmStart.all.push(this);
  }

  /** Stops what a failed test has left running. */
  static async endAll(): Promise<void> {
    for (const run of NpmStart.all) run.pressCtrlC();
    await Promise.all(NpmStart.all.map((run) => run.ended));
  }

  /** Waits until everything is ready and the walk-through is printed. */
  async ready(): Promise<this> {
    await this.until(() => this.output.includes('Ctrl-C stops everything'));
    return this;
  }

  /** @throws Error if it exits before the condition holds */
  async until(condition: () => boolean): Promise<void> {
    let isOver = false;
    void this.ended.then(() => (isOver = true));
    for (; !condition(); await delay(5)) {
      if (isOver) throw new Error(`npm start has ended:\n${this.output}`);
    }
  }

  /** The commands to paste for a token of the domain localhost. */
  get firstToken(): string {
    return /^SECRET=[^]*?"\$TOKEN"$/m.exec(this.output)?.[0] ?? '';
  }

  /** The commands to paste for a domain of one's own. */
  get walkThrough(): string {
    return /^KEY=[^]*?\/connect\/token.*$/m.exec(this.output)?.[0] ?? '';
  }

  get key(): string | undefined {
    return /^KEY=(latchkey_\S+)$/m.exec(this.output)?.[1];
  }

  /** Its output apart from npm's own lines. */
  get said(): string[] {
    return this.output.split('\n').filter((line) => line !== '' && !/^(> |npm )/.test(line));
  }

  /** The process id of scripts/start.mjs, and those of its children. */
  get processes(): { starter: number; children: number[] } {
    const { starter, applications } = JSON.parse(readFileSync(join(this.dataDir, 'processes.json'), 'utf8')) as {
      starter: number;
      applications: number[];
    };
    return { starter, children: [...applications, this.postmaster] };
  }

  get hasDatabase(): boolean {
    return existsSync(this.postmasterLock);
  }

  /** Sends a signal to npm alone, as `kill` does. */
  kill(signal: NodeJS.Signals): void {
    this.npm.kill(signal);
  }

  pressCtrlC(): void {
    const isOver = this.npm.exitCode !== null || this.npm.signalCode !== null;
    if (this.npm.pid !== undefined && !isOver) process.kill(-this.npm.pid, 'SIGINT');
  }

  private get postmaster(): number {
    return Number(readFileSync(this.postmasterLock, 'utf8').split('\n')[0]);
  }

  private get postmasterLock(): string {
    return join(this.dataDir, 'postgres', 'cluster', 'data', 'postmaster.pid');
  }
}

/** Occupies a port of 127.0.0.1 until it is released. */
export async function takePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Ports that were free a moment ago. */
export async function freePorts(): Promise<Ports> {
  const [management, auth] = await Promise.all([freePort(), freePort()]);
  return { MANAGEMENT_PORT: String(management), AUTH_PORT: String(auth) };
}
