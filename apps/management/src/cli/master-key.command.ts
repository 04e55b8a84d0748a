import type { INestApplicationContext } from '@nestjs/common';
import { UnknownMasterKeyError } from '@latchkey/crypto';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { AnswerSealing } from '../idempotency/answer-sealing.js';
import { ProviderSecrets } from '../provider/provider-secrets.js';
import { SigningKeyService } from '../signing-key/signing-key.service.js';
import { TotpSealing } from '../totp/totp-sealing.js';
import { withJson, type Run } from './run.js';

export function masterKeyCommands(run: Run): Command {
  const group = new Command('master-key').description('The keys of MASTER_KEY');
  withJson(
    group.command('rotate').description('seal everything with the first key of MASTER_KEY, so that the others can be dropped'),
  ).action((_options: object, command: Command) => run(command, reseal));
  return group;
}

async function reseal(context: INestApplicationContext): Promise<object> {
  try {
    const keys = await context.get(SigningKeyService).resealAll();
    const answers = await context.get(AnswerSealing).resealAll();
    const secrets = await context.get(TotpSealing).resealAll();
    const ofProviders = await context.get(ProviderSecrets).resealAll();
    return { resealed: keys + answers + secrets + ofProviders };
  } catch (error) {
    if (!(error instanceof UnknownMasterKeyError)) throw error;
    throw new OperatorError(`${error.message}: list the key that sealed it too, after the first`);
  }
}
