import type { INestApplicationContext } from '@nestjs/common';
import { findSubViolation } from '@latchkey/oauth';
import { UserRepository, UserSearchRepository, type Domain } from '@latchkey/persistence';
import { Command } from 'commander';
import { ApiProblemError } from './api-problem.error.js';
import { receive, withApi, type Api } from './api.js';
import { findDomains } from './find-domains.js';
import { withJson, type AnyTransportRunner, type ApiRunner } from './run.js';
import { importUsers } from './import-users.js';
import { addInvitationCommands } from './invite-users.js';

const MAX_USERS = 100;

export function userCommands(run: AnyTransportRunner, overHttp: ApiRunner): Command {
  const group = new Command('user').description('The users of domains');
  withApi(withJson(group.command('find <domain> <text>')))
    .description(`show the first ${MAX_USERS} users with this text in their username or email address, or with this sub`)
    .action(function (this: Command, name: string, text: string) {
      return run(this, {
        api: (api) => findOverHttp(api, name, text),
        database: async (context) =>
          (await Promise.all((await findDomains(context, name)).map((domain) => find(context, domain, text)))).flat(),
      });
    });
  withApi(withJson(group.command('import <domain> <file>')))
    .description('create and update users from a file with one JSON object per line, and wait for the end')
    .option('--dry-run', 'only find errors')
    .action(function (this: Command, name: string, file: string) {
      const { dryRun = false } = this.opts<{ dryRun?: boolean }>();
      return overHttp(this, (api) => importUsers(api, { domain: name, file, dryRun }));
    });
  addInvitationCommands(group, overHttp);
  return group;
}

async function find(context: INestApplicationContext, { id, subscriptionId }: Domain, text: string): Promise<object[]> {
  const user = findSubViolation(text) === null ? await context.get(UserRepository).find(id, text) : null;
  if (user) {
    const { preferred_username: preferredUsername, email = null } = user.attributes;
    return [{ subscriptionId, sub: user.sub, active: user.active, preferredUsername, email, identityProvider: user.identityProvider }];
  }
  const query = { search: text, identityProvider: null, attributes: {}, limit: MAX_USERS, offset: 0 };
  const { users } = await context.get(UserSearchRepository).search(id, query);
  return users.map(({ sub, active, preferredUsername, email, identityProvider }) => ({
    subscriptionId,
    sub,
    active,
    preferredUsername,
    email,
    identityProvider,
  }));
}

async function findOverHttp(api: Api, domain: string, text: string): Promise<object[]> {
  const user = findSubViolation(text) === null ? await findBySub(api, domain, text) : null;
  if (user) {
    const { sub, active, preferred_username: preferredUsername, email = null } = user;
    return [{ sub, active, preferredUsername, email }];
  }
  const query = { search: text, limit: MAX_USERS };
  const { data } = await receive(api, api.client.GET('/v1/domain/{domain}/user', { params: { path: { domain }, query } }));
  return data.map(({ sub, active, preferredUsername, email, identityProvider }) => ({
    sub,
    active,
    preferredUsername,
    email,
    identityProvider,
  }));
}

async function findBySub(api: Api, domain: string, sub: string) {
  try {
    return (await receive(api, api.client.GET('/v1/domain/{domain}/user/{sub}', { params: { path: { domain, sub } } }))).data;
  } catch (error) {
    if (error instanceof ApiProblemError && error.document.type?.endsWith('user-not-found')) return null;
    throw error;
  }
}
