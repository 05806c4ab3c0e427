import { TEXTS } from '../texts/texts.ts'
import { Refusal } from './ask.ts'

/** Explains in words why a request was refused. */
export function explainRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  const problems = error.problems.map(({ property, message }) =>
    TEXTS.payments.invalidFilter(property, message),
  )
  return [error.said ?? TEXTS.refusals[error.kind], ...problems].join(' ')
}
