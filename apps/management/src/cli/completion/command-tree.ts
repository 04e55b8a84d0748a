import type { Command } from 'commander';

/** The words that can follow a command. */
export interface CompletionNode {
  /** The full name of the command, such as `domain list`; empty for the program. */
  path: string;
  /** Commands, arguments with fixed values, and options. */
  words: string[];
  /** The fixed values of each option that has them. */
  choices: Record<string, string[]>;
}

/** All commands of a program with the words that can follow them, the program first. */
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
