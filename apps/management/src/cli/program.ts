import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { domainCommands } from './domain.command.js';
import { keyCommands } from './key.command.js';
import { masterKeyCommands } from './master-key.command.js';
import { runWith } from './run.js';
import { subscriptionCommands } from './subscription.command.js';

/** The operator's commands. @param open connects to the database */
export function createProgram(open: () => Promise<INestApplicationContext>): Command {
  const run = runWith(open);
  const program = new Command('latchkey').description('Operate a Latchkey installation').showHelpAfterError();
  for (const group of [subscriptionCommands(run), keyCommands(run), domainCommands(run), masterKeyCommands(run)]) program.addCommand(group);
  return program;
}
