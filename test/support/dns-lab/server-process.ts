import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../eventually.js';

/** Debian has name servers where the path of an ordinary user does not lead. */
const PATH = `${process.env['PATH']}:/usr/sbin:/usr/bin`;

/** A name server process in the foreground. */
export class ServerProcess {
  private output = '';
  private readonly child: ChildProcess;

  constructor(program: string, args: readonly string[]) {
    this.child = spawn(program, args, { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.child.on('error', (error) => (this.output += error.message));
  }

  /** Waits until it listens. @throws Error with what it has said, if it ends before */
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

/** A port that is free at all the addresses, by TCP and UDP: name servers use both. */
export async function freeDnsPort(addresses: readonly string[]): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all(addresses.map(async (address) => !(await listens(address, port)) && (await canBind(address, port))));
    if (free.every(Boolean)) return port;
  }
}

async function canBind(address: string, port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const bound = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(port, address, () => resolve(true));
  });
  if (bound) socket.close();
  return bound;
}
