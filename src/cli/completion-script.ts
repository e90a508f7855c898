import type { Command, Option } from 'commander';

/** A shell that completions are written for. */
export type Shell = 'bash' | 'zsh' | 'fish';

interface CompletedOption {
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** One command: its words after the program's name, and what may follow them. */
interface CompletedCommand {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Known values of its first argument. */
  readonly choices: readonly string[];
}

const asOption = ({ long, short, description, required, optional, argChoices }: Option): CompletedOption => ({
  flag: long ?? short ?? '',
  description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

function commandsOf(command: Command, path: string, globals: readonly CompletedOption[]): CompletedCommand[] {
  const options = command.createHelp().visibleOptions(command).map(asOption);
  const inherited = globals.filter(({ flag }) => options.every((own) => own.flag !== flag));
  const inner = command.commands.map((child) => ({ child, name: child.name() }));
  const here: CompletedCommand = {
    path,
    commands: inner.map(({ child, name }) => ({ name, description: child.description() })),
    options: [...options, ...inherited],
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  const passedOn = path === '' ? options.filter(({ flag }) => flag !== '--version') : globals;
  return [here, ...inner.flatMap(({ child, name }) => commandsOf(child, `${path} ${name}`.trim(), passedOn))];
}

const words = (list: readonly string[]): string => `'${list.join(' ')}'`;

/** A `case` of bash, or nothing when there is nothing to tell apart. */
const caseOf = (what: string, branches: readonly string[]): string =>
  [`  case ${what} in`, ...branches.map((branch) => `    ${branch} ;;`), '  esac'].join('\n');

function bash(all: readonly CompletedCommand[]): string {
  const steps = all.flatMap(({ path, options, commands }) => [
    ...commands.map(({ name }) => `'${path} ${name}') at='${`${path} ${name}`.trim()}'`),
    ...options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag }) => `'${path} ${flag}') option="$at $word"`),
  ]);
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `'${path} ${flag}') words=${words(choices)}`),
  );
  const next = all.map(
    ({ path, commands, choices }) =>
      `'${path}') words=${words([...commands.map(({ name }) => name), ...choices])}`,
  );
  const flags = all.map(({ path, options }) => `'${path}') words=${words(options.map(({ flag }) => flag))}`);
  return `_sotto() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' option='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ -n "$option" ]]; then option=''; continue; fi
${caseOf('"$at $word"', steps).replace(/^/gm, '  ')}
  done
  if [[ -n "$option" ]]; then
${caseOf('"$option"', values).replace(/^/gm, '  ')}
  elif [[ "$cur" == -* ]]; then
${caseOf('"$at"', flags).replace(/^/gm, '  ')}
  else
${caseOf('"$at"', next).replace(/^/gm, '  ')}
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sotto sotto
`;
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function fish(all: readonly CompletedCommand[]): string {
  const takers = new Set(
    all.flatMap(({ options }) => options.filter((one) => one.takesValue).map(({ flag }) => flag)),
  );
  const paths = all.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  const lines = all.flatMap(({ path, commands, options, choices }) => {
    const here = `complete -c sotto -n "__sotto_at ${quoted(path)}"`;
    return [
      ...commands.map(({ name, description }) => `${here} -f -a ${name} -d ${quoted(description)}`),
      ...(choices.length > 0 ? [`${here} -f -a ${words(choices)}`] : []),
      ...options.map(({ flag, takesValue, choices: values, description }) => {
        const value = values.length > 0 ? ` -x -a ${words(values)}` : takesValue ? ' -r' : '';
        return `${here} -l ${flag.replace(/^-+/, '')}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `function __sotto_at
  set -l at
  set -l skip no
  for word in (commandline -opc)[2..]
    if test $skip = yes
      set skip no
      continue
    end
    switch $word
      case ${[...takers].join(' ')}
        set skip yes
      case '*'
        if contains -- (string trim -- "$at $word") ${paths.join(' ')}
          set -a at $word
        end
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** The completion script of a program for a shell, made from its commands, options and known values. */
export function completionScript(program: Command, shell: Shell): string {
  const all = commandsOf(program, '', []);
  if (shell === 'fish') return fish(all);
  return shell === 'bash' ? bash(all) : `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`;
}
