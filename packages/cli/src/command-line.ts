import { parseArgs } from 'node:util'

import {
  type Config,
  type ConfigProblem,
  holdsPassword,
  readConfig,
  readPublicConfig,
  type Variables,
} from '@sluice/gateway-core/config'

import { didYouMean } from '@sluice/shared/nearest-name'

import type { Command } from './commands/command.ts'
import { COMMANDS } from './commands/index.ts'

/** A parsed command line of `sluice-gateway …`. */
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
  /** Nothing followed the name of the program. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'misused'; readonly problem: string; readonly name: string | null }
  | {
      readonly kind: 'misconfigured'
      readonly name: string
      readonly problems: readonly ConfigProblem[]
      readonly rest: Pick<Config, 'environment' | 'configFile'>
    }

const PASSWORD_SHOWN =
  '--database-url contains a password, which every process listing of this machine shows. ' +
  'Put the address into a file and set SLUICE_DATABASE_URL_FILE to its path.'

/** `sluice-gateway help environment` lists the variables. */
export const ENVIRONMENT_TOPIC = 'environment'

const NAMES = [...Object.keys(COMMANDS), 'help', 'version']

const GLOBAL_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** The options of all commands by name. They may come before or after the command. */
const ALL_OPTIONS: Readonly<Record<string, { type: 'boolean' | 'string'; short?: string }>> = {
  ...Object.fromEntries(
    Object.values(COMMANDS).flatMap(({ flags, options }) => [
      ...flags.map((flag) => [flag, { type: 'string' as const }]),
      ...Object.entries(options).map(([name, { type }]) => [name, { type }]),
    ]),
  ),
  ...GLOBAL_OPTIONS,
}

const OPTION_NAMES = Object.keys(ALL_OPTIONS).map((name) => `--${name}`)

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
  if (isHelp && (command || name === undefined || name === ENVIRONMENT_TOPIC))
    return { kind: 'help', name: name ?? null }
  if (version === true || (name === 'version' && rest.length === 0)) return { kind: 'version' }
  if (name === undefined) return { kind: 'empty' }
  if (!command) return { kind: 'misused', problem: describeUnknown('command', name, NAMES), name: null }
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

/** Reads the configuration of a command. */
function readConfigFor(
  { target, isClient }: Command,
  word: string | null,
  flagged: Variables,
  env: Variables,
) {
  // Addresses and credentials in the environment of a client are not part of a gateway's configuration.
  if (isClient) return readConfig(flagged, { SLUICE_DATA_DIR: env['SLUICE_DATA_DIR'] })
  return target === undefined || word === null
    ? readConfig(flagged, env)
    : readPublicConfig(word, flagged, env)
}

/** Returns the problem with the words after a command's name, or null. */
function validateWords(
  name: string,
  { actions, operand, target }: Command,
  words: readonly string[],
): string | null {
  const [action, ...others] = words
  if (actions === undefined) return validateOperand(name, operand ?? target, words)
  if (action === undefined) return `${name} requires an action: ${Object.keys(actions).join(', ')}.`
  if (!Object.hasOwn(actions, action)) return describeUnknown(`${name} action`, action, Object.keys(actions))
  return validateOperand(`${name} ${action}`, actions[action]?.operand, others)
}

function validateOperand(
  name: string,
  placeholder: string | undefined,
  words: readonly string[],
): string | null {
  if (placeholder !== undefined && words.length === 0) return `${name} requires ${placeholder}.`
  const [surplus] = placeholder === undefined ? words : words.slice(1)
  return surplus === undefined ? null : `Unexpected argument ${surplus} for ${name}.`
}

/** @param kind - `command`, or `payments action`. */
function describeUnknown(kind: string, word: string, known: readonly string[]): string {
  return `Unknown ${kind} ${word}.${didYouMean(word, known)}`
}

/**
 * Moves the options to the front and the operands behind `--`: one in 64 random ids begins with a dash and would be
 * parsed as options. A word after an option that takes a value is its value, unless it is the name of an option.
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

/** The minimum length of random ids. No option is as long. */
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
    // One of the two values would be ignored. If it is an amount, more could move than intended.
    if (twice !== undefined) return `Option --${twice} is given twice.`
    return { values: values as Readonly<Record<string, string | boolean>>, positionals }
  } catch (error) {
    // The text after the first sentence is advice for developers of parsers, not for users of this program.
    const [problem = ''] = (error as Error).message.split(/[.\n]/, 1)
    const [, option] = /^Unknown option '--([^']*)'$/.exec(problem) ?? []
    return option === undefined ? `${problem}.` : describeUnknown('option', `--${option}`, OPTION_NAMES)
  }
}

function findCommand(name: string | undefined): Command | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
}

/** Returns the problem with the given options, or null. Ignoring an option would do something else than requested. */
function validateOptions(
  name: string,
  { flags, options }: Command,
  action: string,
  given: readonly string[],
): string | null {
  for (const option of given.filter((one) => !flags.includes(one))) {
    const row = Object.hasOwn(options, option) ? options[option] : undefined
    if (row === undefined) return `Option --${option} does not apply to ${name}.`
    if (row.actions !== undefined && !row.actions.includes(action))
      return `Option --${option} does not apply to ${name} ${action}, only to ${row.actions.join(', ')}.`
  }
  return null
}

/** Returns all problems of a configuration, one per line. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ name, got, fix }) => `  ${name}: got ${got}; ${fix}`)
  return `The configuration cannot be used:\n${lines.join('\n')}\n`
}
