import { Argument, Command } from 'commander';
import { listCompletionNodes } from './completion/command-tree.js';
import { SHELLS, writeCompletionScript, type Shell } from './completion/completion-script.js';
import { withJson, type CommandOutput } from './run.js';

/** Its scripts complete the `latchkey` command, which the operator defines as a function or an alias. */
export function completionCommand({ stdout }: CommandOutput): Command {
  const shell = new Argument('<shell>').choices(SHELLS);
  const completion = new Command('completion').addArgument(shell).description('print a script that completes these commands in a shell');
  return withJson(completion).action((name: Shell, _options: object, command: Command) => {
    const program = command.parent!;
    const script = writeCompletionScript(name, program.name(), listCompletionNodes(program));
    stdout.write(command.opts().json ? `${JSON.stringify({ shell: name, script })}\n` : script);
  });
}
