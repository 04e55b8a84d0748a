import { Database, SubscriptionRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { FIRST_KEY } from '../subscription/subscription.service.js';
import { withJson, type CommandRunner } from './run.js';

export function subscriptionCommands(run: CommandRunner): Command {
  const group = new Command('subscription').description('The owners of domains');
  withJson(group.command('create <name>').description('make a subscription with a first API key')).action(
    (name: string, _options: object, command: Command) =>
      run(command, (context) =>
        context.get(Database).transaction(async () => {
          if (name.trim() === '') throw new OperatorError('a subscription needs a name');
          const subscription = await context.get(SubscriptionRepository).create(name);
          if (!subscription) throw new OperatorError(`a subscription named ${name} already exists`);
          const { apiKey } = await context.get(ApiKeyService).issue(subscription.id, { name: FIRST_KEY });
          return { id: subscription.id, name, apiKey };
        }),
      ),
  );
  withJson(group.command('list').description('show all subscriptions, oldest first')).action((_options: object, command: Command) =>
    run(command, async (context) => {
      const subscriptions = await context.get(SubscriptionRepository).list();
      return subscriptions.map(({ quota: _quota, ...subscription }) => subscription);
    }),
  );
  return group;
}
