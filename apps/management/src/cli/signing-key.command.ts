import { SigningKeyRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { SigningKeyRevocationService } from '../signing-key/signing-key-revocation.service.js';
import { stateOfSigningKey } from '../signing-key/signing-key-state.js';
import { findDomains } from './find-domains.js';
import { withJson, type CommandRunner } from './run.js';

export function signingKeyCommands(run: CommandRunner): Command {
  const group = new Command('signing-key').description('The signing keys of domains');
  withJson(group.command('list <domain>').description('show the published keys, and which of them sign')).action(
    (name: string, _options: object, command: Command) => run(command, (context) => list(context, name)),
  );
  withJson(group.command('revoke <domain> <kid>').description('in an emergency: stop using and publishing a key that has leaked'))
    // A `kid` is random base64url, so it can begin like an option.
    .allowUnknownOption()
    .action(function (this: Command, name: string, kid: string) {
      return run(this, (context) => revoke(context, name, kid));
    });
  return group;
}

async function list(context: INestApplicationContext, name: string): Promise<object[]> {
  const domains = await findDomains(context, name);
  const keys = await Promise.all(domains.map(({ id }) => context.get(SigningKeyRepository).list(id)));
  return keys.flatMap((published) =>
    published.map((key) => ({
      kid: key.kid,
      algorithm: key.algorithm,
      state: stateOfSigningKey(key, published, Date.now()),
      signsFrom: key.signsFrom.toISOString(),
    })),
  );
}

/** Several subscriptions can have registered the same name, but a `kid` belongs to one domain. */
async function revoke(context: INestApplicationContext, name: string, kid: string): Promise<object> {
  for (const domain of await findDomains(context, name)) {
    const revoked = await context.get(SigningKeyRevocationService).revoke(domain.id, kid);
    if (revoked) return { domain: domain.name, kid, revoked: true, ...revoked };
  }
  throw new OperatorError(`${name} has no signing key with the kid ${kid}; signing-key list ${name} shows all`);
}
