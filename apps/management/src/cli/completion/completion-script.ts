import type { CompletionNode } from './command-tree.js';

/** The shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Writes a script that makes a shell complete the commands. @param nodes the program's nodes, whose words and paths contain no quotes */
export function writeCompletionScript(shell: Shell, program: string, nodes: readonly CompletionNode[]): string {
  return WRITERS[shell](program, nodes);
}

type Writer = (program: string, nodes: readonly CompletionNode[]) => string;

/** The word list of each command, and of each option with fixed values, as branches of `case`. */
function casesOf(nodes: readonly CompletionNode[]): { values: string; words: string; paths: string } {
  const values = nodes.flatMap(({ path, choices }) =>
    Object.entries(choices).map(([option, of]) => `    '${path} ${option}') list='${of.join(' ')}' ;;`),
  );
  return {
    values: values.join('\n'),
    words: nodes.map(({ path, words }) => `    '${path}') list='${words.join(' ')}' ;;`).join('\n'),
    paths: pathsOf(nodes)
      .map((path) => `'${path}'`)
      .join('|'),
  };
}

function pathsOf(nodes: readonly CompletionNode[]): string[] {
  return nodes.map(({ path }) => path).filter((path) => path !== '');
}

const bash: Writer = (program, nodes) => {
  const { values, words, paths } = casesOf(nodes);
  return `# bash completion of ${program}
_${program}() {
  local word list='' path='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${paths}) path="\${path:+$path }$word" ;;
    *) break ;;
    esac
  done
  case "$path $previous" in
${values}
  *)
    case "$path" in
${words}
    esac
    ;;
  esac
  COMPREPLY=($(compgen -W "$list" -- "$current"))
}
complete -o default -F _${program} ${program}
`;
};

const zsh: Writer = (program, nodes) => {
  const { values, words, paths } = casesOf(nodes);
  return `#compdef ${program}
_${program}() {
  local word list='' path_=''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
    ${paths}) path_="\${path_:+$path_ }$word" ;;
    *) break ;;
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${values}
  *)
    case "$path_" in
${words}
    esac
    ;;
  esac
  compadd -- \${(s: :)list} || _files
}
if [ "$funcstack[1]" = "_${program}" ]; then
  _${program} "$@"
else
  compdef _${program} ${program}
fi
`;
};

const fish: Writer = (program, nodes) => {
  const lines = nodes.flatMap(({ path, words, choices }) => [
    `complete -c ${program} -n "__${program}_at '${path}'" -f -a '${words.join(' ')}'`,
    ...Object.entries(choices).map(
      ([option, values]) => `complete -c ${program} -n "__${program}_at '${path}'" -x -l ${option.slice(2)} -a '${values.join(' ')}'`,
    ),
  ]);
  const paths = pathsOf(nodes).map((path) => `'${path}'`);
  return `# fish completion of ${program}
function __${program}_at
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- (string join ' ' -- $path $word) ${paths.join(' ')}; or break
    set -a path $word
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
`;
};

const WRITERS: Readonly<Record<Shell, Writer>> = { bash, zsh, fish };
