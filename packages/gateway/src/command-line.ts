import { parseArgs } from 'node:util'
import { type Config, CONFIG_VARIABLES, type ConfigProblem, readConfig, type Variables } from './config.ts'

/** What somebody who typed `sluice-gateway …` wants. */
export type Command =
  | { readonly kind: 'start'; readonly config: Config; readonly json: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'misused'; readonly problem: string }
  | { readonly kind: 'misconfigured'; readonly problems: readonly ConfigProblem[] }

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'database-url': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** @param argv - without the interpreter and the script. */
export function readCommand(argv: readonly string[], env: Variables): Command {
  const read = parseArguments(argv)
  if (typeof read === 'string') return { kind: 'misused', problem: read }

  const { values, positionals } = read
  const [command, ...rest] = positionals
  if (values.help || command === 'help') return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (command === undefined) return { kind: 'misused', problem: 'There is no command.' }
  if (command !== 'start') return { kind: 'misused', problem: `There is no command ${command}.` }
  if (rest.length > 0)
    return { kind: 'misused', problem: `start does not know what to do with ${rest.join(' ')}.` }

  const { json = false, help: _help, version: _version, ...flags } = values
  const reading = readConfig(flags, env)
  if (!reading.ok) return { kind: 'misconfigured', problems: reading.problems }
  return { kind: 'start', config: reading.config, json }
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    // What follows the first sentence is advice on parsing arguments, not on this program.
    return `${(error as Error).message.split(/[.\n]/, 1)[0]}.`
  }
}

/** What `--help` prints. */
export function describeUsage(): string {
  const variables = Object.entries(CONFIG_VARIABLES).map(([name, row]) => {
    const flag = 'flag' in row ? `, or --${row.flag}` : ''
    const fallback = row.default === null ? '' : ` (default ${row.default})`
    return `  ${name}${flag}\n      ${row.meaning}.${fallback}`
  })
  return `Usage: sluice-gateway start [--port <n>] [--host <address>] [--data <dir>] [--database-url <url>] [--json]
       sluice-gateway --help | --version

Runs the payment gateway until it is told to stop. With --json it prints one line of JSON when it is ready, and
nothing else, on the standard output; its log goes to the standard error output.

Environment, read at the start; options go before it:

${variables.join('\n')}

SLUICE_DATABASE_URL_FILE may name a file that holds the address instead.
`
}

/** All problems of a configuration, one a line. */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  const lines = problems.map(({ name, got, fix }) => `  ${name}: got ${got}; ${fix}`)
  return `The configuration cannot be used:\n${lines.join('\n')}\n`
}
