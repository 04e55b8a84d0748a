import { Command } from 'commander';
import { OperatorLinkService } from '../console/operator-link.service.js';
import { withJson, type CommandRunner } from './run.js';

export function operatorCommands(run: CommandRunner): Command {
  const group = new Command('operator').description('The operators of a subscription');
  withJson(group.command('link <subscription>').description('make a link that signs the first operator in to the console, once')).action(
    (name: string, _options: object, command: Command) => run(command, (context) => context.get(OperatorLinkService).create(name)),
  );
  return group;
}
