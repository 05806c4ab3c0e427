import type { CommandCall } from './command.ts'

export const FAILED = 1
export const MISUSED = 2

/** What came of an operator's action: lines for people, a value for programs. */
export interface Outcome {
  readonly value: unknown
  readonly text: string
}

/** What the operator typed cannot be done. */
export class Refusal extends Error {
  readonly exitCode: typeof FAILED | typeof MISUSED

  constructor(message: string, exitCode: typeof FAILED | typeof MISUSED = FAILED) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Prints what came of an action, or why it was refused; gives the exit code. */
export async function tellOutcome(
  options: CommandCall['options'],
  act: () => Promise<Outcome>,
): Promise<number> {
  try {
    const { value, text } = await act()
    process.stdout.write(options['json'] === true ? `${JSON.stringify(value)}\n` : text)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
}
