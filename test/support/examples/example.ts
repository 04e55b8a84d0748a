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
  static start(file: string, issuer: string): Promise<ExampleApi> {
    return ExampleApi.run(process.execPath, [pathOfExample(file)], { ISSUER: issuer });
  }

  /** @throws Error with the output of the program if it does not start */
  static async run(command: string, args: readonly string[], environment: Readonly<Record<string, string>>): Promise<ExampleApi> {
    const port = await freePort();
    const program = new ServerProgram(command, args, { ...environment, PORT: String(port) });
    await eventually(() => program.output.includes('/orders wants tokens') || (program.isRunning ? null : 'ended'), {
      timeoutMs: START_LIMIT_MS,
    });
    if (!program.isRunning) throw new Error(`${[command, ...args].join(' ')} ended:\n${program.output}`);
    return new ExampleApi(port, program);
  }

  /** Sends a request to `/orders`. @param token null to send none */
  async call(method: 'GET' | 'DELETE', token: string | null): Promise<{ status: number; challenge: string | null; body: string }> {
    const headers = new Headers(token === null ? [] : [['authorization', `Bearer ${token}`]]);
    const response = await fetch(this.orders, { method, headers });
    return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.text() };
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
