import type { Environment } from '@latchkey/config';
import { Command, CommanderError } from 'commander';
import type { CheckResult } from '../doctor/check-result.js';
import { runDoctor } from '../doctor/run-doctor.js';
import { withJson, type CommandOutput } from './run.js';

/** @param environment the settings; by default those of the process */
export function doctorCommand({ stdout }: CommandOutput, environment: Environment | undefined): Command {
  const doctor = new Command('doctor').description('check the installation, one line for each check; ends with 1 if one fails');
  return withJson(doctor).action(async (_options: object, command: Command) => {
    const checks = await runDoctor(environment);
    const healthy = checks.every(({ status }) => status !== 'failed');
    stdout.write(command.opts().json ? `${JSON.stringify({ healthy, checks })}\n` : checks.map(toLine).join(''));
    if (!healthy) throw new CommanderError(1, 'latchkey.doctor', 'a check failed');
  });
}

function toLine({ name, status, detail }: CheckResult): string {
  return `${status.padEnd(7)}  ${name.padEnd(12)}  ${detail}\n`;
}
