import type { Config } from '@sluice/gateway-core/config'

/** An option of a command that is not part of the configuration. */
export interface CommandOption {
  readonly type: 'boolean' | 'string'
  /** The placeholder for the value in the usage: `<n>`. */
  readonly placeholder?: string
  /** The actions of a command that accept the option, all by default. Other actions reject it. */
  readonly actions?: readonly string[]
  readonly meaning: string
}

/** Returns the description of an option, after the names of the actions that accept it. */
export function describeOption({ actions, meaning }: CommandOption): string {
  return actions === undefined ? meaning : `${actions.join(', ')}: ${meaning}`
}

/** One of several actions of a command: `webhooks replay`. */
export interface CommandAction {
  /** The placeholder of the word that the action requires: `<id>`. */
  readonly operand?: string
  readonly meaning: string
}

/** The inputs of a command. */
export interface CommandCall {
  /** The validated configuration. */
  readonly config: Config
  /** The chosen action; none for a command without actions. */
  readonly action?: string | null
  /** The words after the action, or after the name of a command without actions. */
  readonly operand?: string | null
  /** The command's own options. */
  readonly options: Readonly<Record<string, string | boolean>>
  /** The version of the program. */
  readonly version?: string
}

/** The placeholders of flags' values in the usage. */
export const FLAG_PLACEHOLDERS: Readonly<Record<string, string>> = {
  port: '<n>',
  host: '<address>',
  data: '<dir>',
  'database-url': '<url>',
  config: '<file>',
  roles: '<names>',
}

/**
 * Runs the command and returns the exit code, 0 for success. A command that continues in the background returns
 * none.
 */
export type RunCommand = (call: CommandCall) => Promise<number | undefined>

/** A command in the table of commands. */
export interface Command {
  /** The line in the list of commands. */
  readonly summary: string
  /** The first paragraph of the command's help, before the actions. */
  readonly description: string
  /** The actions. The word after the command's name must be one of them. */
  readonly actions?: Readonly<Record<string, CommandAction>>
  /** The placeholder for the one word that a command without actions requires: `<file>`. */
  readonly operand?: string
  /** The accepted values of {@link operand}, for shells to complete; the command itself rejects others. */
  readonly choices?: readonly string[]
  /**
   * The placeholder for the address of a service. The command checks that service from outside: it reads none of the
   * gateway's secrets, and reports an invalid configuration as incorrect use.
   */
  readonly target?: string
  /**
   * The command calls a running gateway over HTTP, if it calls one at all. It reads only the data directory from
   * the configuration, and its credentials itself.
   */
  readonly isClient?: true
  /** Options that take precedence over an environment variable: the `flag` names in the table of variables. */
  readonly flags: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** Loads the command's module only when it runs, so that help and configuration problems need not wait. */
  readonly load: () => Promise<{ readonly run: RunCommand }>
}
