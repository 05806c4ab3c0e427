import type { CompletedCommand, CompletedOption } from './completed-command.ts'

/** Writes the completion for fish. */
export function describeFish(commands: readonly CompletedCommand[]): string {
  const first = commands.map(({ name, summary }) =>
    line(`-n ${quote('__sluice_gateway_words 1')} -a ${name} -d ${quote(summary)}`),
  )
  const names = commands.map(({ name }) => name).join(' ')
  return `# Completion of sluice-gateway for fish: sluice-gateway completion fish > ~/.config/fish/completions/sluice-gateway.fish
function __sluice_gateway_words
    test (count (commandline -opc)) -eq $argv[1]
end
function __sluice_gateway_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end
complete -c sluice-gateway -f
${first.join('\n')}
${line(`-n ${quote('__sluice_gateway_words 1')} -a help -d ${quote('Says what a command does and takes')}`)}
${line(`-n ${quote('__sluice_gateway_words 2; and __sluice_gateway_command help')} -a ${quote(names)}`)}
${commands.flatMap(describeLines).join('\n')}
`
}

function describeLines({ name, actions, options, isOperandFile }: CompletedCommand): readonly string[] {
  const isCommand = `__sluice_gateway_command ${name}`
  const isSecondWord = `-n ${quote(`__sluice_gateway_words 2; and ${isCommand}`)}`
  return [
    ...(actions.length > 0 ? [line(`${isSecondWord} -a ${quote(actions.join(' '))}`)] : []),
    ...(isOperandFile ? [line(`${isSecondWord} -F`)] : []),
    ...options.map((option) => line(`-n ${quote(isCommand)} ${describeOption(option)}`)),
  ]
}

function describeOption({ name, meaning, takes }: CompletedOption): string {
  const value = { file: ' -r -F', text: ' -x' }
  return `-l ${name}${takes === null ? '' : value[takes]} -d ${quote(meaning)}`
}

function line(rest: string): string {
  return `complete -c sluice-gateway ${rest}`
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
