import type { INestApplicationContext } from '@nestjs/common';
import { Database, SubscriptionRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { FIRST_KEY } from '../subscription/subscription.service.js';
import { receive, withApi, type Api } from './api.js';
import { withJson, type AnyTransportRunner } from './run.js';

/** Over HTTP the API key is PLATFORM_KEY. */
export function subscriptionCommands(run: AnyTransportRunner): Command {
  const group = new Command('subscription').description('The owners of domains');
  withApi(withJson(group.command('create <name>').description('make a subscription with a first API key'))).action(
    (name: string, _options: object, command: Command) =>
      run(command, { api: (api) => createOverHttp(api, name), database: (context) => create(context, name) }),
  );
  withApi(withJson(group.command('list').description('show all subscriptions, oldest first'))).action(
    (_options: object, command: Command) => run(command, { api: listOverHttp, database: list }),
  );
  return group;
}

function create(context: INestApplicationContext, name: string): Promise<object> {
  return context.get(Database).transaction(async () => {
    if (name.trim() === '') throw new OperatorError('a subscription needs a name');
    const subscription = await context.get(SubscriptionRepository).create(name);
    if (!subscription) throw new OperatorError(`a subscription named ${name} already exists`);
    const { apiKey } = await context.get(ApiKeyService).issue(subscription.id, { name: FIRST_KEY });
    return { id: subscription.id, name, apiKey };
  });
}

async function createOverHttp(api: Api, name: string): Promise<object> {
  return (await receive(api, api.client.POST('/v1/subscription', { body: { name } }))).data;
}

async function list(context: INestApplicationContext): Promise<object[]> {
  const subscriptions = await context.get(SubscriptionRepository).list();
  return subscriptions.map(({ quota: _quota, ...subscription }) => subscription);
}

async function listOverHttp(api: Api): Promise<object[]> {
  return (await receive(api, api.client.GET('/v1/subscription'))).data;
}
