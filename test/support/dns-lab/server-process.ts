import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../eventually.js';

/** On Debian, name servers are outside an ordinary user's PATH. */
const PATH = `${process.env['PATH']}:/usr/sbin:/usr/bin`;

/** A name server process in the foreground, with its own folder. */
export class ServerProcess {
  private output = '';
  private readonly child: ChildProcess;

  constructor(program: string, args: readonly string[], cwd: string) {
    this.child = spawn(program, args, { cwd, env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.child.on('error', (error) => (this.output += error.message));
  }

  /** Waits until it listens. @throws Error with its output if it exits earlier */
  async untilUp(address: string, port: number): Promise<void> {
    const look = async (): Promise<boolean> => (await listens(address, port)) || !this.isRunning;
    await eventually(look, { timeoutMs: 30_000 }).catch(() => undefined);
    if (!this.isRunning || !(await listens(address, port))) throw new Error(`no name server at ${address}:${port}:\n${this.output}`);
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
  }

  reload(): void {
    this.child.kill('SIGHUP');
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
}

function listens(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
