import type { CompletedCommand, CompletedOption } from './command-tree.js';

/** Shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of {@link SHELLS}. */
export type CompletionShell = (typeof SHELLS)[number];

type Tree = readonly CompletedCommand[];

const wordsOf = ({ below, options }: CompletedCommand): string =>
  [...below.map(({ name }) => name), ...options.flatMap(({ flags }) => flags)].join(' ');

/** A row of a `case` that descends by one word. */
const stepOf = ({ path }: CompletedCommand): string[] => {
  const at = path.lastIndexOf(' ');
  return path === '' ? [] : [`      "${path.slice(0, Math.max(at, 0))}/${path.slice(at + 1)}") at="${path}" ;;`];
};

const valueRows = (tree: Tree, rowOf: (option: CompletedOption) => string): string[] =>
  tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => `    ${option.flags.map((flag) => `"${path}/${flag}"`).join('|')}) ${rowOf(option)}; return ;;`),
  );

const bashScript = (tree: Tree): string[] => [
  '_tillbridge() {',
  '  local current="${COMP_WORDS[COMP_CWORD]}" at="" words="" word',
  '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
  '    case "$at/$word" in',
  ...tree.flatMap(stepOf),
  '    esac',
  '  done',
  '  case "$at/${COMP_WORDS[COMP_CWORD-1]}" in',
  ...valueRows(tree, ({ choices }) =>
    choices.length === 0 ? 'COMPREPLY=()' : `COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current"))`,
  ),
  '  esac',
  '  case "$at" in',
  ...tree.map((each) => `    "${each.path}") words="${wordsOf(each)}" ;;`),
  '  esac',
  '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
  '}',
  'complete -o default -F _tillbridge tillbridge',
];

const zshScript = (tree: Tree): string[] => [
  '#compdef tillbridge',
  '_tillbridge() {',
  '  local at="" word',
  '  for word in "${(@)words[2,CURRENT-1]}"; do',
  '    case "$at/$word" in',
  ...tree.flatMap(stepOf),
  '    esac',
  '  done',
  '  case "$at/${words[CURRENT-1]}" in',
  ...valueRows(tree, ({ choices }) => (choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`)),
  '  esac',
  '  case "$at" in',
  ...tree.map((each) => `    "${each.path}") compadd -- ${wordsOf(each)} ;;`),
  '  esac',
  '  _files',
  '}',
  'if [ "${funcstack[1]}" = "_tillbridge" ]; then _tillbridge "$@"; else compdef _tillbridge tillbridge; fi',
];

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const fishFlag = (flag: string): string => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`);

function fishOption({ flags, description, takesValue, choices }: CompletedOption, when: string): string {
  const values = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `complete -c tillbridge -n ${when} ${flags.map(fishFlag).join(' ')}${values} -d ${quoted(description)}`;
}

function fishCommand({ path, below, options }: CompletedCommand): string[] {
  const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
  const when = quoted(path === '' ? '__fish_use_subcommand' : seen.join('; and '));
  return [
    ...below.map(({ name, description }) => `complete -c tillbridge -n ${when} -a ${name} -d ${quoted(description)}`),
    ...options.map((option) => fishOption(option, when)),
  ];
}

const SCRIPTS: Readonly<Record<CompletionShell, (tree: Tree) => string[]>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: (tree) => tree.flatMap(fishCommand),
};

/**
 * The script with which a shell completes commands, options and their values.
 *
 * @example
 * completionScript('bash', [{ path: '', options: [], below: [] }]).split('\n').length > 1; // true
 */
export const completionScript = (shell: CompletionShell, tree: Tree): string => SCRIPTS[shell](tree).join('\n');
