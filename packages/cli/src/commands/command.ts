import type { Config } from '@sluice/gateway-core/config'

/** One option of a command that is no configuration. */
export interface CommandOption {
  readonly type: 'boolean' | 'string'
  /** What stands for the value in the usage: `<n>`. */
  readonly placeholder?: string
  /** Of a command with actions: those that take the option; without it all do. Given to another one it is refused. */
  readonly actions?: readonly string[]
  readonly meaning: string
}

/** What an option does, for people, with the actions that take it: `replay: these, …`. */
export function describeOption({ actions, meaning }: CommandOption): string {
  return actions === undefined ? meaning : `${actions.join(', ')}: ${meaning}`
}

/** What a command gets. */
export interface CommandCall {
  /** Read and checked. */
  readonly config: Config
  /** Which of the command's actions; none for a command without. */
  readonly action?: string | null
  /** What follows the action, or the name of a command without actions; none where nothing does. */
  readonly operand?: string | null
  /** The command's own options, as they were given. */
  readonly options: Readonly<Record<string, string | boolean>>
  /** Of the program. */
  readonly version?: string
}

/** What stands in the usage for the value of a flag. */
export const FLAG_PLACEHOLDERS: Readonly<Record<string, string>> = {
  port: '<n>',
  host: '<address>',
  data: '<dir>',
  'database-url': '<url>',
  config: '<file>',
  roles: '<names>',
}

/** Does the work; gives the exit code, 0 for success. A command that goes on in the background gives none. */
export type RunCommand = (call: CommandCall) => Promise<number | undefined>

/** A row of the table of commands. */
export interface Command {
  /** A line for the list of commands. */
  readonly summary: string
  /** What its own help says. */
  readonly description: string
  /** One of them follows the name: `webhooks replay`. */
  readonly actions?: readonly string[]
  /** What stands in the usage for the word that an action needs: `show` → `<id>`. */
  readonly operands?: Readonly<Record<string, string>>
  /** What stands in the usage for the one word that a command without actions needs: `<file>`. */
  readonly operand?: string
  /** The words that may stand for {@link operand}, for shells to complete; the command itself refuses others. */
  readonly choices?: readonly string[]
  /**
   * Stands for the address of a service in the usage. The command looks at that service from outside: none of the gateway's
   * secrets are read, and a configuration that cannot be used is misuse.
   */
  readonly target?: string
  /**
   * The command calls a running gateway over HTTP, if it calls one at all. Only the data directory is read from the environment;
   * the command reads its credentials itself.
   */
  readonly isClient?: true
  /** Options that go before an environment variable: names of `flag` in the table of variables. */
  readonly flags: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** Its module, loaded only when the command runs: help and configuration problems wait for nothing. */
  readonly load: () => Promise<{ readonly run: RunCommand }>
}
