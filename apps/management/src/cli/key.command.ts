import type { INestApplicationContext } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { SubscriptionRepository, type Subscription } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import { findNameViolation } from '../api-key/api-key-rules.js';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { ALL, ALL_READS, GRANTED_PERMISSIONS, type GrantedPermission } from '../caller/permission.js';
import { withApi } from './api.js';
import { createOverHttp, listOverHttp, revokeOverHttp } from './key-over-http.js';
import { withJson, type AnyTransportRunner } from './run.js';

interface CreateOptions {
  name: string;
  role: 'admin' | 'read-only';
  permissions?: GrantedPermission[];
  expiresInDays?: number;
}

const PERMISSIONS_OPTION = new Option('--permissions <list>', 'what it may do, such as client:write,log:read')
  .argParser(toPermissions)
  .conflicts('role');

export function keyCommands(run: AnyTransportRunner): Command {
  const group = new Command('key').description('The API keys of a subscription');
  addCreate(group, run);
  addList(group, run);
  addRevoke(group, run);
  return group;
}

function addCreate(group: Command, run: AnyTransportRunner): void {
  const create = group
    .command('create [subscription]')
    .addOption(new Option('--name <name>', 'what the key is for').default('unnamed').argParser(toName));
  withApi(
    withJson(
      create
        .addOption(new Option('--role <role>', 'short for the permissions * or *:read').choices(['admin', 'read-only']).default('admin'))
        .addOption(PERMISSIONS_OPTION)
        .addOption(new Option('--expires-in-days <days>', 'after how many days it is no longer accepted').argParser(toDays)),
    ),
  )
    .description('make a further API key; it is shown this once')
    .action((subscription: string | undefined, { name, role, permissions, expiresInDays }: CreateOptions, command: Command) => {
      const granted = permissions ?? [role === 'admin' ? ALL : ALL_READS];
      const key = { name, permissions: granted, ...(expiresInDays !== undefined && { expiresInDays }) };
      return run(command, {
        api: (api) => createOverHttp(api, subscription, key),
        database: async (context) => context.get(ApiKeyService).issue((await getSubscription(context, subscription)).id, key),
      });
    });
}

function addList(group: Command, run: AnyTransportRunner): void {
  const list = group
    .command('list [subscription]')
    .description('show the keys, on the database revoked ones too; never the keys themselves');
  withApi(withJson(list)).action((subscription: string | undefined, _options: object, command: Command) =>
    run(command, {
      api: (api) => listOverHttp(api, subscription),
      database: async (context) => {
        const keys = await context.get(ApiKeyService).listAll((await getSubscription(context, subscription)).id);
        return keys.map(({ subscriptionId: _subscriptionId, ...key }) => key);
      },
    }),
  );
}

function addRevoke(group: Command, run: AnyTransportRunner): void {
  withApi(withJson(group.command('revoke <keyId>').description('stop accepting a key, on every replica, at once'))).action(
    (id: string, _options: object, command: Command) =>
      run(command, { api: (api) => revokeOverHttp(api, id), database: (context) => revoke(context, id) }),
  );
}

async function revoke(context: INestApplicationContext, id: string): Promise<object> {
  const revoked = isUuid(id) && (await context.get(ApiKeyService).revoke(id));
  if (!revoked) throw new OperatorError(`there is no valid key with the id ${id}; key list shows all`);
  return { id, revoked };
}

function toName(text: string): string {
  const violation = findNameViolation(text);
  if (violation === null) return text;
  throw new InvalidArgumentError(violation);
}

function toPermissions(text: string): GrantedPermission[] {
  const permissions = text.split(',').map((part) => part.trim());
  const unknown = permissions.filter((name) => !(GRANTED_PERMISSIONS as readonly string[]).includes(name));
  if (unknown.length === 0) return permissions as GrantedPermission[];
  throw new InvalidArgumentError(`unknown: ${unknown.join(', ')}. Permissions are ${GRANTED_PERMISSIONS.join(', ')}`);
}

function toDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number of days from 1 to 9999');
}

/** @throws OperatorError if no subscription has this name */
async function getSubscription(context: INestApplicationContext, name: string | undefined): Promise<Subscription> {
  if (name === undefined) throw new OperatorError('name a subscription, or use the management API with --url: its keys have one');
  const subscription = await context.get(SubscriptionRepository).find(name);
  if (!subscription) throw new OperatorError(`there is no subscription named ${name}; subscription list shows all`);
  return subscription;
}
