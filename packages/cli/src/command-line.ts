import { parseArgs } from 'node:util'

import {
  type Config,
  CONFIG_VARIABLES,
  type ConfigProblem,
  holdsPassword,
  readConfig,
  readPublicConfig,
  type Variables,
} from '@sluice/gateway-core/config'

import { type Command, describeOption, FLAG_PLACEHOLDERS } from './commands/command.ts'
import { COMMANDS } from './commands/index.ts'

/** What a command line of `sluice-gateway …` asks for. */
export type CommandLine =
  | {
      readonly kind: 'run'
      readonly name: string
      readonly config: Config
      readonly action: string | null
      readonly operand: string | null
      readonly options: Readonly<Record<string, string | boolean>>
    }
  | { readonly kind: 'help'; readonly name: string | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'misused'; readonly problem: string; readonly name: string | null }
  | {
      readonly kind: 'misconfigured'
      readonly name: string
      readonly problems: readonly ConfigProblem[]
      readonly rest: Pick<Config, 'environment' | 'configFile'>
    }

const PASSWORD_SHOWN =
  '--database-url has a password, which every process listing of this machine shows. ' +
  'Put the address into a file and name it in SLUICE_DATABASE_URL_FILE.'

const GLOBAL_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** Options of every command by name: where the command stands among them does not matter. */
const ALL_OPTIONS: Readonly<Record<string, { type: 'boolean' | 'string'; short?: string }>> = {
  ...Object.fromEntries(
    Object.values(COMMANDS).flatMap(({ flags, options }) => [
      ...flags.map((flag) => [flag, { type: 'string' as const }]),
      ...Object.entries(options).map(([name, { type }]) => [name, { type }]),
    ]),
  ),
  ...GLOBAL_OPTIONS,
}

/** @param argv - without the interpreter and the script. */
export function readCommandLine(argv: readonly string[], env: Variables): CommandLine {
  const read = parseArguments(argv)
  if (typeof read === 'string') return { kind: 'misused', problem: read, name: null }

  const { values, positionals } = read
  const { help = false, version = false, ...given } = values
  const [first, ...others] = positionals
  const isHelp = help === true || first === 'help'
  const [name, ...rest] = first === 'help' ? others : positionals
  const command = findCommand(name)
  if (isHelp) return { kind: 'help', name: command ? (name ?? null) : null }
  if (version === true) return { kind: 'version' }
  if (name === undefined) return { kind: 'misused', problem: 'There is no command.', name: null }
  if (!command) return { kind: 'misused', problem: `There is no command ${name}.`, name: null }
  const problem = validateWords(name, command, rest)
  if (problem !== null) return { kind: 'misused', problem, name }
  const misuse = validateOptions(name, command, rest[0] ?? '', Object.keys(given))
  if (misuse !== null) return { kind: 'misused', problem: misuse, name }

  const own = Object.entries(given).filter(([option]) => option in command.options)
  const flags = Object.entries(given).filter(([option]) => command.flags.includes(option))
  const [word = null, second = null] = rest
  const flagged = Object.fromEntries(flags) as Variables
  if (holdsPassword(flagged['database-url'] ?? '')) return { kind: 'misused', problem: PASSWORD_SHOWN, name }
  const reading = readConfigFor(command, word, flagged, env)
  if (!reading.ok) return { kind: 'misconfigured', name, problems: reading.problems, rest: reading.rest }
  return {
    kind: 'run',
    name,
    action: command.actions ? word : null,
    operand: command.operand === undefined ? second : word,
    config: reading.config,
    options: Object.fromEntries(own),
  }
}

/** The configuration that a command works with. */
function readConfigFor(
  { target, isClient }: Command,
  word: string | null,
  flagged: Variables,
  env: Variables,
) {
  // Addresses and credentials in the environment of a client are no configuration of a gateway.
  if (isClient) return readConfig(flagged, { SLUICE_DATA_DIR: env['SLUICE_DATA_DIR'] })
  return target === undefined || word === null
    ? readConfig(flagged, env)
    : readPublicConfig(word, flagged, env)
}

/** What is wrong with the words behind a command's name; null for nothing. */
function validateWords(
  name: string,
  { actions, operands = {}, operand, target }: Command,
  words: readonly string[],
): string | null {
  const onlyWord = operand ?? target
  if (onlyWord !== undefined) {
    if (words.length === 0) return `${name} needs ${onlyWord}.`
    return describeStrangers(name, words.slice(1))
  }
  const [action = '', ...others] = actions ? words : ['', ...words]
  if (actions && !actions.includes(action)) return `${name} wants one of ${actions.join(', ')}.`
  const placeholder = operands[action]
  if (placeholder !== undefined && others.length === 0) return `${name} ${action} needs ${placeholder}.`
  return describeStrangers(name, placeholder === undefined ? others : others.slice(1))
}

function describeStrangers(name: string, words: readonly string[]): string | null {
  return words.length > 0 ? `${name} does not know what to do with ${words.join(' ')}.` : null
}

/**
 * Puts the options first and the operands behind `--`: of random ids, one in 64 begins with a dash and would be read as
 * options. A word that follows an option that takes a value is its value, unless it names an option.
 */
function sortWords(argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const options: string[] = []
  const operands: string[] = []
  let valueOf: string | null = null
  for (const word of words) {
    if (valueOf !== null && !namesOption(word)) options[options.length - 1] = `${valueOf}=${word}`
    else if (isOption(word)) options.push(word)
    else operands.push(word)
    valueOf = options.at(-1) === word && takesValue(word) ? word : null
  }
  return [...options, '--', ...operands, ...(end < 0 ? [] : argv.slice(end + 1))]
}

function takesValue(option: string): boolean {
  return option.startsWith('--') && ALL_OPTIONS[option.slice(2)]?.type === 'string'
}

/** How long random ids are at least. No option is as long. */
const ID_CHARS = 40

function isOption(word: string): boolean {
  return namesOption(word) || (word.startsWith('--') && word.length < ID_CHARS)
}

function namesOption(word: string): boolean {
  const [name = ''] = word.split('=', 1)
  return /^-[a-z]$/.test(name) || (name.startsWith('--') && Object.hasOwn(ALL_OPTIONS, name.slice(2)))
}

function parseArguments(argv: readonly string[]) {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: sortWords(argv),
      options: ALL_OPTIONS,
      allowPositionals: true,
      tokens: true,
    })
    const valued = tokens.flatMap((token) =>
      token.kind === 'option' && token.value !== undefined ? [token.name] : [],
    )
    const twice = valued.find((name, place) => valued.indexOf(name) < place)
    // One of the two values would be dropped: of an amount, more may move than was meant.
    if (twice !== undefined) return `--${twice} is given twice.`
    return { values: values as Readonly<Record<string, string | boolean>>, positionals }
  } catch (error) {
    // What follows the first sentence is advice on parsing arguments, not on this program.
    return `${(error as Error).message.split(/[.\n]/, 1)[0]}.`
  }
}

function findCommand(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
}

/** What is wrong with the options that were given: one that is not looked at would mean less than was asked for. */
function validateOptions(
  name: string,
  { flags, options }: Command,
  action: string,
  given: readonly string[],
): string | null {
  for (const option of given.filter((one) => !flags.includes(one))) {
    const row = Object.hasOwn(options, option) ? options[option] : undefined
    if (row === undefined) return `${name} does not know the option --${option}.`
    if (row.actions !== undefined && !row.actions.includes(action))
      return `${name} ${action} does not take the option --${option}, which is for ${row.actions.join(', ')}.`
  }
  return null
}

/** What `--help` prints: of one command, or of all. */
export function describeUsage(name: string | null = null): string {
  const command = name === null ? undefined : findCommand(name)
  if (name !== null && command) return describeCommand(name, command)

  const usages = Object.entries(COMMANDS).map(([each, row]) => usageOf(each, row))
  const width = Math.max(...Object.keys(COMMANDS).map((each) => each.length))
  const summaries = Object.entries(COMMANDS).map(
    ([each, { summary }]) => `  ${each.padEnd(width)}  ${summary}`,
  )
  return `Usage: ${[...usages, 'sluice-gateway help <command> | --help | --version'].join('\n       ')}

${summaries.join('\n')}

Environment, read once; options go before it:

${describeVariables(() => true)}

Instead of a secret, <its name>_FILE may name a file that holds it: SLUICE_DATABASE_URL_FILE.
`
}

function describeCommand(name: string, command: Command): string {
  const options = Object.entries(command.options).map(
    ([option, row]) =>
      `  --${option}${row.placeholder ? ` ${row.placeholder}` : ''}\n      ${describeOption(row)}.`,
  )
  const variables = describeVariables((flag) => flag !== undefined && command.flags.includes(flag))
  const instead = variables === '' ? '' : `Instead of variables of the environment:\n\n${variables}\n\n`
  return `Usage: ${usageOf(name, command)}

${command.description}

${options.length > 0 ? `Options:\n\n${options.join('\n')}\n\n` : ''}${instead}sluice-gateway --help lists all variables.
`
}

function usageOf(name: string, command: Command): string {
  const { actions = [], operand, operands, target, flags, options } = command
  const onlyWord = operand ?? target
  const words = [
    ...(onlyWord === undefined ? [] : [onlyWord]),
    ...(actions.length > 0 ? [actions.join('|')] : []),
    ...(operands === undefined ? [] : [`[${[...new Set(Object.values(operands))].join('|')}]`]),
    ...flags.map((flag) => `[--${flag} ${FLAG_PLACEHOLDERS[flag] ?? '<text>'}]`),
    ...Object.entries(options).map(
      ([option, { placeholder }]) => `[--${option}${placeholder ? ` ${placeholder}` : ''}]`,
    ),
  ]
  return ['sluice-gateway', name, ...words].join(' ')
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

/** All problems of a configuration, one a line. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ name, got, fix }) => `  ${name}: got ${got}; ${fix}`)
  return `The configuration cannot be used:\n${lines.join('\n')}\n`
}
