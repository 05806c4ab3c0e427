import type { CompletedCommand, CompletedOption } from './completed-command.ts'

/** Writes the completion for zsh, for `source` and for a file of `$fpath`. */
export function describeZsh(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, summary }) => `      ${quote(`${name}:${summary}`)}`).join('\n')
  return `#compdef sluice-gateway
# Completion of sluice-gateway for zsh: source <(sluice-gateway completion zsh), behind compinit
_sluice_gateway() {
  local -a rows
  rows=(
${described}
      'help:Says what a command does and takes'
  )
  if (( CURRENT == 2 )); then
    _describe command rows
    return
  fi
  case $words[2] in
    help) (( CURRENT == 3 )) && _describe command rows ;;
${commands.map(describeCase).join('\n')}
  esac
}
# A file of $fpath is the function's body; what is sourced only makes it known.
if [[ $funcstack[1] == _sluice_gateway ]]; then
  _sluice_gateway "$@"
else
  compdef _sluice_gateway sluice-gateway
fi
`
}

function describeCase({ name, actions, options, isOperandFile }: CompletedCommand): string {
  const specs = [
    '1:command: ',
    ...(actions.length > 0 ? [`2:action:(${actions.join(' ')})`] : []),
    ...(isOperandFile ? ['2:file:_files'] : []),
    '*: : ',
    ...options.map(describeOption),
  ]
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${quote(spec)}`).join(' \\\n')}\n      ;;`
}

function describeOption({ name, meaning, takes }: CompletedOption): string {
  const value = { file: ':file:_files', text: ':text: ' }
  return `--${name}[${meaning.replaceAll(/[\\[\]]/g, String.raw`\$&`)}]${takes === null ? '' : value[takes]}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
