import { Writable } from 'node:stream';
import { runProgram } from '../../apps/management/src/cli/program.js';
import { managementSettings } from './management.js';
import { ServiceProcess, type Settings } from './service-process.js';

export interface CliRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an operator command to its end, in the process of the test. */
export async function runCli(settings: Settings, ...args: string[]): Promise<CliRun> {
  const [stdout, stderr] = [new Text(), new Text()];
  const code = await runProgram(args, { stdout, stderr }, settings);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Runs an operator command in a separate process. */
export async function runCliProcess(settings: Settings, ...args: string[]): Promise<CliRun> {
  const cli = new ServiceProcess('apps/management/src/cli/main.js', settings, args);
  const { code } = await cli.ended;
  return { code, stdout: cli.stdout, stderr: cli.stderr };
}

/** Runs a command on a database, with --json. @throws Error if it fails */
export async function cliJson(databaseUrl: string, ...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(managementSettings(databaseUrl), ...args, '--json');
  if (code !== 0) throw new Error(`cli ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Stores everything that is written to it. */
class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
