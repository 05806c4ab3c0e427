import * as z from 'zod'
import { LIMITS } from '../vocabulary/index.ts'
import { lengthProblems, MESSAGES, textRule } from './rules.ts'

/** A random text that a client makes for one request and repeats with its retries. Printable ASCII. */
export const idempotencyKey = z
  .string()
  .check(
    textRule((text) => {
      const wrongLength = lengthProblems(text.length, 1, LIMITS.IDEMPOTENCY_KEY_MAX_CHARS)
      if (wrongLength.length > 0) return wrongLength
      return /^[\x20-\x7e]+$/.test(text) ? [] : [{ message: MESSAGES.format }]
    }),
  )
  .meta({
    minLength: 1,
    maxLength: LIMITS.IDEMPOTENCY_KEY_MAX_CHARS,
    examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
  })
