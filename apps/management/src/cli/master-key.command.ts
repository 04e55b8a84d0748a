import type { INestApplicationContext } from '@nestjs/common';
import { UnknownMasterKeyError } from '@latchkey/crypto';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { ReencryptionService } from '../master-key/reencryption.service.js';
import { withJson, type CommandRunner } from './run.js';

export function masterKeyCommands(run: CommandRunner): Command {
  const group = new Command('master-key').description('The keys of MASTER_KEY');
  withJson(
    group.command('rotate').description('encrypt everything with the first key of MASTER_KEY, so that the others can be dropped'),
  ).action((_options: object, command: Command) => run(command, reencrypt));
  return group;
}

async function reencrypt(context: INestApplicationContext): Promise<object> {
  try {
    return { resealed: await context.get(ReencryptionService).reencryptAll() };
  } catch (error) {
    if (!(error instanceof UnknownMasterKeyError)) throw error;
    throw new OperatorError(`${error.message}: also list the key that encrypted it, after the first one`);
  }
}
