import type { Command } from 'commander';

/** What can follow a command on the command line. */
export interface CompletionNode {
  /** The names of the command and those above it: `domain list`; empty for the program. */
  path: string;
  /** Commands, arguments with fixed values, and options. */
  words: string[];
  /** The values of options that have fixed ones, by the option. */
  choices: Record<string, string[]>;
}

/** Every command of a program with what can follow it, the program first. */
export function listCompletionNodes(command: Command, path: readonly string[] = []): CompletionNode[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  const node = {
    path: path.join(' '),
    words: [
      ...command.commands.map((each) => each.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...options.flatMap(({ long }) => long ?? []),
      '--help',
    ],
    choices: Object.fromEntries(options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices]] : []))),
  };
  return [node, ...command.commands.flatMap((each) => listCompletionNodes(each, [...path, each.name()]))];
}
