import { NestFactory } from '@nestjs/core';
import { readManagementSettings, type Environment } from '@latchkey/config';
import { createLogger, readVersion } from '@latchkey/observability';
import { explainFailure } from '@latchkey/server';
import { Command, CommanderError } from 'commander';
import { findApi } from './api.js';
import { ApiProblemError } from './api-problem.error.js';
import { CliModule } from './cli.module.js';
import { clientCommands } from './client.command.js';
import { completionCommand } from './completion.command.js';
import { consoleCommands } from './console.command.js';
import { configCommands } from './configuration/config.command.js';
import { doctorCommand } from './doctor.command.js';
import { domainCommands } from './domain.command.js';
import { eventCommands } from './event.command.js';
import { keyCommands } from './key.command.js';
import { logCommands } from './log.command.js';
import { mailCommands } from './mail.command.js';
import { masterKeyCommands } from './master-key.command.js';
import { migrateCommand } from './migrate/migrate.command.js';
import { operatorCommands } from './operator.command.js';
import { runAnywhere, runLocally, runOverHttp, runWith, type CommandOutput } from './run.js';
import { signingKeyCommands } from './signing-key.command.js';
import { subscriptionCommands } from './subscription.command.js';
import { userCommands } from './user.command.js';

/**
 * Runs an operator's command. Writes failures to `stderr`, one per line, or with --json as one problem (RFC 9457 section 3) without a type.
 *
 * @param environment the settings; by default those of the process
 *
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], output: CommandOutput, environment?: Environment): Promise<number> {
  const json = args.includes('--json');
  try {
    const program = createProgram(output, environment);
    directOutput(program, output, json);
    const version = readVersion();
    program.version(json ? JSON.stringify({ version }) : version);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already written the error, except with --json.
      if (json && error.exitCode !== 0 && error.code.startsWith('commander.')) output.stderr.write(toProblem(error.message));
      return error.exitCode;
    }
    const detail = explainFailure(error, environment);
    if (json && error instanceof ApiProblemError) output.stderr.write(`${JSON.stringify(error.document)}\n`);
    else output.stderr.write(json ? toProblem(detail) : `${detail}\n`);
    return 1;
  }
}

/** Without a type it is about:blank, because the detail says everything (RFC 9457 section 4.2.1). */
function toProblem(detail: string): string {
  return `${JSON.stringify({ title: 'The command failed', detail: detail.replace(/^error: /, '') })}\n`;
}

function createProgram(output: CommandOutput, environment: Environment | undefined): Command {
  const run = runWith(output, async () => {
    const logger = createLogger({ service: 'cli', level: 'silent', format: 'json' });
    const cli = CliModule.forRoot(readManagementSettings(environment), logger);
    return NestFactory.createApplicationContext(cli, { logger: false, abortOnError: false });
  });
  const find = (command: Command) => findApi(command, environment);
  const [anywhere, overHttp] = [runAnywhere(output, run, find), runOverHttp(output, find)];
  const program = new Command('latchkey').description('Operate a Latchkey installation').showHelpAfterError();
  // The program's own options precede a command, so a kid that begins with -V is not taken for one of them.
  program.enablePositionalOptions();
  const groups = [
    subscriptionCommands(anywhere),
    keyCommands(anywhere),
    domainCommands(run, anywhere),
    configCommands(overHttp, output),
    signingKeyCommands(run),
    clientCommands(anywhere, runLocally(output)),
    consoleCommands(run),
    operatorCommands(run),
    userCommands(anywhere, overHttp),
    eventCommands(run),
    mailCommands(runLocally(output), environment),
    logCommands(run, overHttp, output),
    masterKeyCommands(run),
    doctorCommand(output, environment),
    migrateCommand(runLocally(output)),
    completionCommand(output),
  ];
  for (const group of groups) program.addCommand(group);
  return program;
}

/** By default, Commander exits the process and writes to its streams. @param json whether commands write no errors */
function directOutput(command: Command, { stdout, stderr }: CommandOutput, json: boolean): void {
  command.exitOverride().configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => json || stderr.write(text) });
  for (const each of command.commands) directOutput(each, { stdout, stderr }, json);
}
