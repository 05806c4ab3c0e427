import { TEXTS } from '../texts/texts.ts'
import { Refusal } from './ask.ts'

/** What became of a request, in words. */
export function explainRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  const problems = error.problems.map(({ property, message }) =>
    TEXTS.payments.invalidFilter(property, message),
  )
  return [error.said ?? TEXTS.refusals[error.kind], ...problems].join(' ')
}
