import { z } from 'zod'

import { scrubCardNumbers } from '../../platform/logging/scrub-card-numbers.ts'
import type { ExchangeAnswer } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'

/** A short text without control characters; anything in it that looks like a card number is masked. */
export function shortText(maxChars: number) {
  return z
    .string()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u)
    .transform(scrubCardNumbers)
}

/** The other side says that it has not executed the request, and will not. */
const refusal = z.object({ executed: z.literal(false), reason: shortText(200) })

/**
 * Reads an answer by its schema.
 *
 * @throws {@link ExchangeError} For every answer but a 200 that the schema accepts. What was wrong is named by member,
 * never quoted.
 */
export function readAnswer<Schema extends z.ZodType>(
  party: string,
  { status, body }: ExchangeAnswer,
  schema: Schema,
): z.output<Schema> {
  if (status !== 200) throw new ExchangeError(party, 'ANSWER_REFUSED', `status ${status}`)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const members = read.error.issues.map(({ path }) => path.join('.') || 'the answer').slice(0, 5)
  throw new ExchangeError(party, 'ANSWER_MALFORMED', members.join(', '))
}

/** Why the other side refused to execute; null for every answer that does not say so in a 4xx. */
export function readRefusal({ status, body }: ExchangeAnswer): string | null {
  if (status < 400 || status > 499) return null
  const read = refusal.safeParse(body)
  return read.success ? read.data.reason : null
}
