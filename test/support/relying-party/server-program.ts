import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program that serves until it gets a signal. */
export class ServerProgram {
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  /**
   * @param cwd its working directory; for a server with a test folder it is that folder, so that the next run can find an abandoned server
   */
  constructor(command: string, args: readonly string[], environment: Readonly<Record<string, string>>, cwd?: string) {
    const env = { PATH: process.env['PATH'], ...environment };
    this.child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = once(this.child, 'close');
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
