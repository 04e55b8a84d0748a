import { OperatorError } from '@latchkey/server';
import { InvalidArgumentError, type Command } from 'commander';
import { receive, withApi, type Api } from './api.js';
import { withJson, type ApiRunner } from './run.js';

interface InvitationOptions {
  identityProvider?: string;
  waveSize?: number;
  interval?: number;
  role?: string;
  emailDomain?: string;
}

/** Adds the commands that invite users, and show and stop the newest invitation of a domain. */
export function addInvitationCommands(group: Command, overHttp: ApiRunner): void {
  withApi(withJson(group.command('invite <domain> <redirectUri>')))
    .description('invite users who have no way in yet by mail, in waves')
    .option('--identity-provider <name>', 'invite users of this identity provider; by default those without one')
    .option('--wave-size <users>', 'how many users a wave invites', parseCount)
    .option('--interval <seconds>', 'the time between two waves', parseCount)
    .option('--role <role>', 'invite only users with this role')
    .option('--email-domain <name>', 'invite only users whose email address has this after the @')
    .action(function (this: Command, domain: string, redirectUri: string) {
      return overHttp(this, (api) => invite(api, { domain, redirectUri, ...this.opts<InvitationOptions>() }));
    });
  withApi(withJson(group.command('show-invitation <domain>')))
    .description('show the progress of the newest invitation')
    .action(function (this: Command, domain: string) {
      return overHttp(this, async (api) => show(api, { domain, invitationId: await findNewest(api, domain) }));
    });
  withApi(withJson(group.command('stop-invitation <domain>')))
    .description('stop the newest invitation')
    .action(function (this: Command, domain: string) {
      return overHttp(this, async (api) => stop(api, { domain, invitationId: await findNewest(api, domain) }));
    });
}

/** The API knows the limits. */
function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number');
}

interface Place {
  domain: string;
  invitationId: string;
}

async function invite(
  api: Api,
  {
    domain,
    redirectUri,
    identityProvider,
    waveSize,
    interval,
    role,
    emailDomain,
  }: InvitationOptions & { domain: string; redirectUri: string },
): Promise<object> {
  const body = {
    redirectUri,
    ...(identityProvider !== undefined && { identityProvider }),
    ...(waveSize !== undefined && { waveSize }),
    ...(interval !== undefined && { intervalSeconds: interval }),
    ...(role !== undefined && { role }),
    ...(emailDomain !== undefined && { emailDomain }),
  };
  return (await receive(api, api.client.POST('/v1/domain/{domain}/user-invitation', { params: { path: { domain } }, body }))).data;
}

async function show(api: Api, path: Place): Promise<object> {
  return (await receive(api, api.client.GET('/v1/domain/{domain}/user-invitation/{invitationId}', { params: { path } }))).data;
}

async function stop(api: Api, path: Place): Promise<object> {
  return (await receive(api, api.client.POST('/v1/domain/{domain}/user-invitation/{invitationId}/stop', { params: { path } }))).data;
}

/** @throws OperatorError if there is none */
async function findNewest(api: Api, domain: string): Promise<string> {
  const { data } = await receive(api, api.client.GET('/v1/domain/{domain}/user-invitation', { params: { path: { domain } } }));
  const [newest] = data;
  if (!newest) throw new OperatorError(`${domain} has no invitation of users. Begin one: user invite ${domain} <redirectUri>`);
  return newest.id;
}
