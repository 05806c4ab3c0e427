/** The exit codes of commands that call a gateway. docs/command-line.md has the same table. */
export const EXIT = {
  done: 0,
  /** The gateway refused, or the result is not the requested one. */
  refused: 1,
  /** The command line is invalid. */
  misused: 2,
  /** The gateway did not respond, or the outcome is unknown. */
  unreached: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command with a sentence on the standard error output. */
export class CommandRefusal extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode) {
    super(message)
    this.exitCode = exitCode
  }
}
