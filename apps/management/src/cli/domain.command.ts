import type { INestApplicationContext } from '@nestjs/common';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '@latchkey/crypto';
import { DomainRepository, SigningKeyRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command, Option } from 'commander';
import { DomainJobsService } from '../job/domain-jobs.service.js';
import { SigningKeyService } from '../signing-key/signing-key.service.js';
import { receive, withApi, type Api } from './api.js';
import { findDomains } from './find-domains.js';
import { withJson, type AnyTransportRunner, type CommandRunner } from './run.js';

export function domainCommands(run: CommandRunner, anywhere: AnyTransportRunner): Command {
  const group = new Command('domain').description('The domains of all subscriptions, or over HTTP of one');
  withApi(
    withJson(group.command('list').description('show all domains, oldest first').option('--filter <text>', 'only names with this text')),
  ).action(({ filter = '' }: { filter?: string }, command: Command) =>
    anywhere(command, { api: (api) => listOverHttp(api, filter), database: (context) => list(context, filter) }),
  );
  addRotateKeys(group, run);
  addJobs(group, run);
  return group;
}

async function list(context: INestApplicationContext, filter: string): Promise<object[]> {
  const domains = await context.get(DomainRepository).listAll(filter.toLowerCase());
  return domains.map(({ name, subscriptionId, kind, status, createdAt }) => ({ domain: name, subscriptionId, kind, status, createdAt }));
}

async function listOverHttp(api: Api, filter: string): Promise<object[]> {
  const query = filter === '' ? {} : { search: filter };
  return (await receive(api, api.client.GET('/v1/domain', { params: { query } }))).data;
}

function addRotateKeys(group: Command, run: CommandRunner): void {
  const algorithm = new Option('--algorithm <algorithm>', 'only the key of this algorithm').choices(SIGNING_ALGORITHMS);
  withJson(group.command('rotate-keys <domain>').addOption(algorithm))
    .description('publish a new signing key of each algorithm, which takes over once verifiers have seen it')
    .action((name: string, options: { algorithm?: SigningAlgorithm }, command: Command) =>
      run(command, async (context) => {
        const domain = await context.get(DomainRepository).findHolder(name.toLowerCase());
        const kids = domain && (await context.get(SigningKeyService).rotate(domain.id, options.algorithm ?? null));
        if (!kids) throw new OperatorError(`there is no active domain named ${name}; domain list shows all`);
        const keys = await context.get(SigningKeyRepository).list(domain.id);
        const published = keys.filter(({ kid }) => kids.includes(kid));
        return published.map(({ kid, algorithm: alg, signsFrom }) => {
          return { domain: domain.name, kid, algorithm: alg, signsFrom: signsFrom.toISOString() };
        });
      }),
    );
}

/** Several subscriptions can have registered the same name, so each row names its subscription. */
function addJobs(group: Command, run: CommandRunner): void {
  withJson(
    group.command('jobs <domain>').description('show the work on a domain that has not ended, also while it is being deleted'),
  ).action((name: string, _options: object, command: Command) =>
    run(command, async (context) => {
      const domains = await findDomains(context, name);
      const jobs = await Promise.all(domains.map((domain) => context.get(DomainJobsService).list(domain)));
      return domains.flatMap(({ subscriptionId, status }, n) =>
        jobs[n]!.map(({ name: job, ...rest }) => ({
          subscriptionId,
          status,
          job,
          ...rest,
          nextAttemptAt: rest.nextAttemptAt?.toISOString() ?? null,
        })),
      );
    }),
  );
}
