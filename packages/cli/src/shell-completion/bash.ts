import type { CompletedCommand, CompletedOption } from './completed-command.ts'

/** Writes the completion for bash, including the old version of macOS. */
export function describeBash(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  return `# Completion of sluice-gateway for bash: source <(sluice-gateway completion bash)
_sluice_gateway() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local actions='' options='' texts='' files='' is_file=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names} help' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
    help) actions='${names}' ;;
${commands.map(describeCase).join('\n')}
  esac
  # What an option takes as text is the reader's to know.
  if [[ " $texts " == *" $previous "* ]]; then return; fi
  if ((COMP_CWORD == 2)) && [[ $word != -* ]]; then
    options=\${actions:-$options}
  else
    is_file=''
  fi
  if [[ -n $is_file || " $files " == *" $previous "* ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$word"))
  else
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  fi
}
complete -F _sluice_gateway sluice-gateway
`
}

function describeCase({ name, actions, options, isOperandFile }: CompletedCommand): string {
  const dashed = (wanted: (option: CompletedOption) => boolean) =>
    options
      .filter(wanted)
      .map((option) => `--${option.name}`)
      .join(' ')
  const lists = {
    actions: actions.join(' '),
    options: dashed(() => true),
    texts: dashed(({ takes }) => takes === 'text'),
    files: dashed(({ takes }) => takes === 'file'),
    is_file: isOperandFile ? 'yes' : '',
  }
  const known = Object.entries(lists).filter(([, words]) => words !== '')
  return `    ${name}) ${known.map(([list, words]) => `${list}='${words}'`).join(' ')} ;;`
}
