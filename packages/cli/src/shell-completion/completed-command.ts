import { CONFIG_VARIABLES, type ConfigVariable } from '@sluice/gateway-core/config-variables'

import { type Command, describeOption, FLAG_PLACEHOLDERS } from '../commands/command.ts'

/** The data of a command that shells need. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  /** The words that may follow the name. */
  readonly actions: readonly string[]
  readonly options: readonly CompletedOption[]
  /** Whether the word after the name is a file. */
  readonly isOperandFile: boolean
}

/** The option, without its dashes. */
export interface CompletedOption {
  readonly name: string
  readonly meaning: string
  /** Null for an option without a value. */
  readonly takes: 'file' | 'text' | null
}

/** The options of every command. */
const HELP: CompletedOption = { name: 'help', meaning: 'Describes the command', takes: null }

/** Returns the completions of the table of commands. */
export function listCompletedCommands(
  commands: Readonly<Record<string, Command>>,
): readonly CompletedCommand[] {
  return Object.entries(commands).map(
    ([name, { summary, choices = [], actions, operand, flags, options }]) => ({
      name,
      summary,
      actions: actions === undefined ? choices : Object.keys(actions),
      isOperandFile: toKind(operand) === 'file',
      options: [
        ...flags.map((flag) => ({
          name: flag,
          meaning: MEANING_BY_FLAG.get(flag) ?? '',
          takes: toKind(FLAG_PLACEHOLDERS[flag] ?? '<text>'),
        })),
        ...Object.entries(options).map(([option, row]) => ({
          name: option,
          meaning: describeOption(row),
          takes: row.type === 'boolean' ? null : toKind(row.placeholder ?? '<text>'),
        })),
        HELP,
      ],
    }),
  )
}

const ROWS: readonly ConfigVariable[] = Object.values(CONFIG_VARIABLES)
const MEANING_BY_FLAG: ReadonlyMap<string | undefined, string> = new Map(
  ROWS.map(({ flag, meaning }) => [flag, meaning]),
)

const FILES = ['<file>', '<dir>', '<path>']

function toKind(placeholder: string | undefined): CompletedOption['takes'] {
  if (placeholder === undefined) return null
  return FILES.includes(placeholder) ? 'file' : 'text'
}
