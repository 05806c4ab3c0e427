import { CONFIG_VARIABLES } from '@sluice/gateway-core/config'

import { type Command, type CommandOption, describeOption, FLAG_PLACEHOLDERS } from './commands/command.ts'
import { COMMAND_GROUPS, COMMANDS } from './commands/index.ts'

/** Lists the commands by reader, without their options, so that the list fits on a screen. */
export function describeCommands(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length))
  const groups = COMMAND_GROUPS.map(({ title, commands }) => {
    const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    return `${title}\n${lines.join('\n')}`
  })
  return `Usage: sluice-gateway <command> [options]

${groups.join('\n\n')}

sluice-gateway help <command>    describes a command, its actions and options
sluice-gateway help environment  lists the environment variables
sluice-gateway version           prints the version
`
}

/** Describes one command: a usage line for each action, its effect, and the options. */
export function describeCommand(name: string, command: Command): string {
  const options = Object.entries(command.options).map(
    ([option, row]) => `  ${usageOfOption(option, row)}\n      ${describeOption(row)}.`,
  )
  const variables = describeVariables((flag) => flag !== undefined && command.flags.includes(flag))
  return [
    `Usage: ${listUsages(name, command).join('\n       ')}`,
    [describeActions(command), command.description].filter((text) => text !== '').join('\n\n'),
    ...(command.choices ? [`Values of ${command.operand}: ${command.choices.join(', ')}`] : []),
    ...(options.length > 0 ? [`Options:\n\n${options.join('\n')}`] : []),
    ...(variables === '' ? [] : [`Options that override environment variables:\n\n${variables}`]),
    'sluice-gateway help environment lists all variables.\n',
  ].join('\n\n')
}

/** Lists every environment variable with its meaning and default. */
export function describeEnvironment(): string {
  return `The environment is read once, at the start; options override it.

${describeVariables(() => true)}

<NAME>_FILE may name a file that contains a secret, instead of the secret itself: SLUICE_DATABASE_URL_FILE.
`
}

function describeActions({ actions = {} }: Command): string {
  return Object.entries(actions)
    .map(([action, { meaning }]) => `${action}: ${meaning}.`)
    .join('\n')
}

function listUsages(name: string, command: Command): readonly string[] {
  const { actions, operand, target } = command
  if (actions === undefined) return [usageOf(command, [name, operand ?? target])]
  return Object.entries(actions).map(([action, row]) => usageOf(command, [name, action, row.operand], action))
}

function usageOf(
  { flags, options }: Command,
  words: readonly (string | undefined)[],
  action: string | null = null,
): string {
  const own = Object.entries(options).filter(
    ([, { actions }]) => action === null || (actions?.includes(action) ?? true),
  )
  return [
    'sluice-gateway',
    ...words.filter((word) => word !== undefined),
    ...own.map(([option, row]) => `[${usageOfOption(option, row)}]`),
    ...flags.map((flag) => `[--${flag} ${FLAG_PLACEHOLDERS[flag] ?? '<text>'}]`),
  ].join(' ')
}

function usageOfOption(option: string, { placeholder }: CommandOption): string {
  return placeholder === undefined ? `--${option}` : `--${option} ${placeholder}`
}

function describeVariables(isWanted: (flag: string | undefined) => boolean): string {
  return Object.entries(CONFIG_VARIABLES)
    .filter(([, row]) => isWanted('flag' in row ? row.flag : undefined))
    .map(([variable, row]) => {
      const flag = 'flag' in row ? `, or --${row.flag}` : ''
      const fallback = row.default === null ? '' : ` (default ${row.default})`
      return `  ${variable}${flag}\n      ${row.meaning}.${fallback}`
    })
    .join('\n')
}
