import type { z } from 'zod'

import { refusal } from '@sluice/provider-protocol'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

import type { ExchangeAnswer } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'

/**
 * Parses an answer with its schema.
 *
 * @throws {@link ExchangeError} For every answer except a 200 that the schema accepts. It names invalid members,
 *   never their values.
 */
export function readAnswer<Schema extends z.ZodType>(
  party: string,
  { status, body }: ExchangeAnswer,
  schema: Schema,
): z.output<Schema> {
  if (status !== 200) throw new ExchangeError(party, 'ANSWER_REFUSED', `status ${status}`, status)
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const members = read.error.issues.map(({ path }) => path.join('.') || 'the answer').slice(0, 5)
  throw new ExchangeError(party, 'ANSWER_MALFORMED', members.join(', '), status)
}

/**
 * Returns why the other side refused to execute. Returns null for every answer that does not say so in a 4xx or in a
 * signed 503. A 503 without a signature may come from a load balancer that had already forwarded the request.
 */
export function readRefusal({ status, body, isSigned }: ExchangeAnswer): string | null {
  if ((status < 400 || status > 499) && !(status === 503 && isSigned)) return null
  const read = refusal.safeParse(body)
  return read.success ? scrubCardNumbers(read.data.reason) : null
}
