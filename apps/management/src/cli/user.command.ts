import type { INestApplicationContext } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { UserRepository, UserSearchRepository, type Domain } from '@latchkey/persistence';
import { Command } from 'commander';
import { findDomains } from './find-domains.js';
import { withJson, type CommandRunner } from './run.js';

const MAX_USERS = 100;

export function userCommands(run: CommandRunner): Command {
  const group = new Command('user').description('The users of domains');
  withJson(group.command('find <domain> <text>'))
    .description(`show the first ${MAX_USERS} users with this text in their username or email address, or with this sub`)
    .action(function (this: Command, name: string, text: string) {
      return run(this, async (context) => {
        const found = await Promise.all((await findDomains(context, name)).map((domain) => find(context, domain, text)));
        return found.flat();
      });
    });
  return group;
}

async function find(context: INestApplicationContext, { id, subscriptionId }: Domain, text: string): Promise<object[]> {
  const user = isUuid(text) ? await context.get(UserRepository).find(id, text) : null;
  if (user) {
    const { preferred_username: preferredUsername, email = null } = user.attributes;
    return [{ subscriptionId, sub: user.sub, active: user.active, preferredUsername, email, identityProvider: user.identityProvider }];
  }
  const query = { search: text, identityProvider: null, attributes: {}, limit: MAX_USERS, offset: 0 };
  const { users } = await context.get(UserSearchRepository).search(id, query);
  return users.map(({ picture: _picture, ...found }) => ({ subscriptionId, ...found }));
}
