import { WebhookOutboxFailureRepository } from '@latchkey/persistence';
import { Command } from 'commander';
import { withJson, type CommandRunner } from './run.js';

const MAX_LISTED = 1_000;

/** Events of all domains that could not be dispatched to webhooks and streams. */
export function eventCommands(run: CommandRunner): Command {
  const group = new Command('event').description('Events that could not be assigned to webhooks and streams');
  withJson(group.command('list-set-aside'))
    .description(`show the first ${MAX_LISTED} events that were set aside, because they could not be assigned to webhooks and streams`)
    .action((_options: object, command: Command) =>
      run(command, async (context) => {
        const entries = await context.get(WebhookOutboxFailureRepository).list(MAX_LISTED);
        return entries.map(({ domain, type, sequence, setAsideAt, error }) => {
          return { domain, type, sequence: sequence === null ? null : Number(sequence), setAsideAt: setAsideAt!.toISOString(), error };
        });
      }),
    );
  withJson(group.command('retry-set-aside'))
    .description('assign the events that were set aside again, behind what their webhooks and streams have received since')
    .action((_options: object, command: Command) =>
      run(command, async (context) => ({ retried: await context.get(WebhookOutboxFailureRepository).retry() })),
    );
  return group;
}
