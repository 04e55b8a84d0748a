import { DomainRepository } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { Command } from 'commander';
import { ConsoleSetupService } from '../console/console-setup.service.js';
import { withJson, type CommandRunner } from './run.js';

export function consoleCommands(run: CommandRunner): Command {
  const group = new Command('console').description('The console of operators');
  withJson(group.command('setup <domain>').description('register the client of the console at the domain where operators sign in')).action(
    (name: string, _options: object, command: Command) =>
      run(command, async (context) => {
        const domain = await context.get(DomainRepository).findHolder(name.toLowerCase());
        if (!domain) throw new OperatorError(`there is no active domain named ${name}; domain list shows all`);
        return context.get(ConsoleSetupService).setUp(domain);
      }),
  );
  return group;
}
