import type { CommandCall } from './command.ts'
import { printLines, writeError } from '../terminal.ts'

export const FAILED = 1
export const MISUSED = 2

/** The result of an operator's action: lines for people, a value for programs. */
export interface Outcome {
  readonly value: unknown
  readonly lines: readonly string[]
}

/** The operator's input cannot be executed. */
export class Refusal extends Error {
  readonly exitCode: typeof FAILED | typeof MISUSED

  constructor(message: string, exitCode: typeof FAILED | typeof MISUSED = FAILED) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints the result of an action, or why it was refused. Returns the exit code. */
export async function printOutcome(
  options: CommandCall['options'],
  act: () => Promise<Outcome>,
): Promise<number> {
  try {
    const { value, lines } = await act()
    printLines(options['json'] === true ? [JSON.stringify(value)] : lines)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    writeError(`${error.message}\n`)
    return error.exitCode
  }
}
