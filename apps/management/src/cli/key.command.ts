import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { getSubscription } from './find-subscription.js';
import { withJson, type Run } from './run.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function keyCommands(run: Run): Command {
  const group = new Command('key').description('The API keys of a subscription');
  withJson(group.command('create <subscription>').option('--name <name>', 'what the key is for', 'unnamed'))
    .description('make a further API key; it is shown this once')
    .action((name: string, options: { name: string }, command: Command) =>
      run(command, async (context) => context.get(ApiKeyService).issue((await getSubscription(context, name)).id, options)),
    );
  withJson(group.command('list <subscription>').description('show the keys, revoked ones too; never the keys themselves')).action(
    (name: string, _options: object, command: Command) =>
      run(command, async (context) => {
        const keys = await context.get(ApiKeyService).list((await getSubscription(context, name)).id);
        return keys.map(({ id, name: keyName, createdAt, revokedAt }) => ({ id, name: keyName, createdAt, revokedAt }));
      }),
  );
  withJson(group.command('revoke <keyId>').description('stop accepting a key, on every replica, at once')).action(
    (id: string, _options: object, command: Command) =>
      run(command, async (context) => {
        const revoked = UUID.test(id) && (await context.get(ApiKeyService).revoke(id));
        if (!revoked) throw new OperatorError(`there is no live key with the id ${id}; key list shows all`);
        return { id, revoked };
      }),
  );
  return group;
}
