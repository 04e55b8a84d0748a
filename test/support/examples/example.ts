import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { ServerProgram } from '../relying-party/server-program.js';
import { freePort } from '../service-process.js';

const START_LIMIT_MS = 25_000;
/** Go compiles its library on the first run, which takes 20 s of processor time. */
const RUN_LIMIT_MS = 110_000;

/** The path of a file in the examples. */
export function pathOfExample(file: string): string {
  return fileURLToPath(new URL(`../../../examples/${file}`, import.meta.url));
}

/** Runs a program to its end. @returns its output. @throws Error if it fails */
export async function runExample(command: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  const { stdout } = await promisify(execFile)(command, args, { env, timeout: RUN_LIMIT_MS });
  return stdout;
}

/** An example that serves `/orders` to callers with a token. */
export class ExampleApi {
  readonly orders: string;

  private constructor(
    port: number,
    private readonly program: ServerProgram,
  ) {
    this.orders = `http://localhost:${port}/orders`;
  }

  /** @param file its program, a module of Node.js */
  static async start(file: string, issuer: string): Promise<ExampleApi> {
    const port = await freePort();
    const program = new ServerProgram(process.execPath, [pathOfExample(file)], { ISSUER: issuer, PORT: String(port) });
    await eventually(() => program.output.includes('/orders wants tokens') || (program.isRunning ? null : 'ended'), {
      timeoutMs: START_LIMIT_MS,
    });
    if (!program.isRunning) throw new Error(`${file} ended:\n${program.output}`);
    return new ExampleApi(port, program);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
