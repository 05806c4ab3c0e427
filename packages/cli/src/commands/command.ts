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

/** What an option does, after the names of the actions that take it. */
export function describeOption({ actions, meaning }: CommandOption): string {
  return actions === undefined ? meaning : `${actions.join(', ')}: ${meaning}`
}

/** One of several things that a command does: `webhooks replay`. */
export interface CommandAction {
  /** The placeholder of the word that the action requires: `<id>`. */
  readonly operand?: string
  readonly meaning: string
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
  /** Its own help says this before the actions. */
  readonly description: string
  /** The word that follows the name is the name of one of these. */
  readonly actions?: Readonly<Record<string, CommandAction>>
  /** The placeholder of the one word that a command without actions requires: `<file>`. */
  readonly operand?: string
  /** The accepted values of {@link operand}, for shells to complete; the command itself rejects others. */
  readonly choices?: readonly string[]
  /**
   * The placeholder of a service's address. The command examines that service from outside: it reads none of the gateway's
   * secrets, and an invalid configuration counts as misuse.
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
