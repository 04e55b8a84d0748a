import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { domainCommands } from './domain.command.js';
import { keyCommands } from './key.command.js';
import { masterKeyCommands } from './master-key.command.js';
import { subscriptionCommands } from './subscription.command.js';

/** Carries out a command with the service's parts, and shows what it returns. */
export type Run = (command: Command, work: (context: INestApplicationContext) => Promise<object>) => Promise<void>;

/** The operator's commands. @param open connects to the database; the command closes it */
export function createProgram(open: () => Promise<INestApplicationContext>): Command {
  const run: Run = async (command, work) => {
    const context = await open();
    try {
      show(await work(context), Boolean(command.opts().json));
    } finally {
      await context.close();
    }
  };
  const program = new Command('latchkey').description('Operate a Latchkey installation').showHelpAfterError();
  for (const group of [subscriptionCommands(run), keyCommands(run), domainCommands(run), masterKeyCommands(run)]) program.addCommand(group);
  return program;
}

/** Every command takes it: one JSON value on standard output, and nothing else. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value');
}

function show(result: object, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (Array.isArray(result)) console.table(result);
  else for (const [name, value] of Object.entries(result)) process.stdout.write(`${name}: ${String(value)}\n`);
}
