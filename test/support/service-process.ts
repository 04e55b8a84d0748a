import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceLog, type LogEvent } from './service-log.js';

/** The cache for compiled code, so that the hundreds of processes in a run do not each compile all of it. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Browsers and `fetch` refuse some ports up to 10080, and Linux uses ports from 32768 for outgoing connections. */
const [LOWEST_PORT, HIGHEST_PORT] = [11_000, 32_000];

export type Settings = Readonly<Record<string, string>>;

/** A service under test, either in the process of the test or in a separate one. */
export abstract class Service {
  constructor(
    readonly port: number,
    private readonly program: { readonly events: LogEvent[]; stop(): Promise<unknown> },
  ) {}

  get events(): LogEvent[] {
    return this.program.events;
  }

  stop(): Promise<unknown> {
    return this.program.stop();
  }
}

/** A service in a separate process. */
export interface RunningService {
  readonly process: ServiceProcess;
}

/** A program of the build, with the command line of its script in package.json. It gets no variable of this process but PATH. */
export class ServiceProcess {
  stderr = '';
  /** Resolves once the process has exited and its output has been read. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  private readonly child: ChildProcess;
  private readonly log = new ServiceLog();

  /** @param main relative to dist/, or absolute: below the dist/ of another release */
  constructor(main: string, settings: Settings, args: readonly string[] = []) {
    const environment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings };
    const { cwd, options } = startCommand(main);
    this.child = spawn(process.execPath, [...options, ...args], {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.log.text += text));
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get stdout(): string {
    return this.log.text;
  }

  /** Its log events. A line may arrive a second late because the log is buffered. */
  get events(): LogEvent[] {
    return this.log.events;
  }

  /** Asks it to stop, and waits until it has. */
  async stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** How `npm run start:auth` and the like start a program: the options of Node.js in package.json, with the program, and the folder they are for. */
export function startCommand(main: string): { cwd: string; options: string[] } {
  const [cwd, program] = resolvePath(ROOT, 'dist', main).split('/dist/') as [string, string];
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const script = Object.values(scripts).find((each) => each.startsWith('exec node ') && each.endsWith(` dist/${program}`));
  return { cwd, options: script?.split(' ').slice(2) ?? [`dist/${program}`] };
}

/** Whether something accepts connections on a port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/**
 * A port where nothing listened a moment ago, by TCP or UDP. No outgoing connection takes it before a server does.
 *
 * @param addresses where the port must be free
 */
export async function freePort(addresses: readonly string[] = ['127.0.0.1']): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    const free = await Promise.all(addresses.map(async (address) => (await canListen(address, port)) && (await canBind(address, port))));
    if (free.every(Boolean)) return port;
  }
}

async function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}

async function canBind(address: string, port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, address, () => socket.close(() => resolve(true)));
  });
}
