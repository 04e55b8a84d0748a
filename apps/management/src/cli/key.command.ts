import type { INestApplicationContext } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { SubscriptionRepository, type Subscription } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command, InvalidArgumentError, Option } from 'commander';
import { findNameViolation } from '../api-key/api-key-rules.js';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { ALL, ALL_READS, GRANTED_PERMISSIONS, type GrantedPermission } from '../caller/permission.js';
import { withJson, type CommandRunner } from './run.js';

interface CreateOptions {
  name: string;
  role: 'admin' | 'read-only';
  permissions?: GrantedPermission[];
  expiresInDays?: number;
}

const PERMISSIONS_OPTION = new Option('--permissions <list>', 'what it may do, such as client:write,log:read')
  .argParser(toPermissions)
  .conflicts('role');

export function keyCommands(run: CommandRunner): Command {
  const group = new Command('key').description('The API keys of a subscription');
  addCreate(group, run);
  addList(group, run);
  addRevoke(group, run);
  return group;
}

function addCreate(group: Command, run: CommandRunner): void {
  const create = group
    .command('create <subscription>')
    .addOption(new Option('--name <name>', 'what the key is for').default('unnamed').argParser(toName));
  withJson(
    create
      .addOption(new Option('--role <role>', 'short for the permissions * or *:read').choices(['admin', 'read-only']).default('admin'))
      .addOption(PERMISSIONS_OPTION)
      .addOption(new Option('--expires-in-days <days>', 'after how many days it is no longer accepted').argParser(toDays)),
  )
    .description('make a further API key; it is shown this once')
    .action((name: string, { role, permissions, ...options }: CreateOptions, command: Command) =>
      run(command, async (context) =>
        context.get(ApiKeyService).issue((await getSubscription(context, name)).id, {
          ...options,
          permissions: permissions ?? [role === 'admin' ? ALL : ALL_READS],
        }),
      ),
    );
}

function addList(group: Command, run: CommandRunner): void {
  withJson(group.command('list <subscription>').description('show the keys, revoked ones too; never the keys themselves')).action(
    (name: string, _options: object, command: Command) =>
      run(command, async (context) => {
        const keys = await context.get(ApiKeyService).listAll((await getSubscription(context, name)).id);
        return keys.map(({ subscriptionId: _subscriptionId, ...key }) => key);
      }),
  );
}

function addRevoke(group: Command, run: CommandRunner): void {
  withJson(group.command('revoke <keyId>').description('stop accepting a key, on every replica, at once')).action(
    (id: string, _options: object, command: Command) =>
      run(command, async (context) => {
        const revoked = isUuid(id) && (await context.get(ApiKeyService).revoke(id));
        if (!revoked) throw new OperatorError(`there is no valid key with the id ${id}; key list shows all`);
        return { id, revoked };
      }),
  );
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
async function getSubscription(context: INestApplicationContext, name: string): Promise<Subscription> {
  const subscription = await context.get(SubscriptionRepository).find(name);
  if (!subscription) throw new OperatorError(`there is no subscription named ${name}; subscription list shows all`);
  return subscription;
}
