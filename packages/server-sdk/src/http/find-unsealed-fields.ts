import { LIMITS } from '@sluice/types/vocabulary'
import type { ValidationProblem } from '../errors/validation-error.ts'

/** Digits as people write them, in groups: no cipher gives a text like that. */
const LOOKS_PLAIN = /^[\d\s./-]+$/

/** The longest plain member is a card number of 19 digits in groups of one: 37 characters. */
const PLAIN_MAX_CHARS = 2 * LIMITS.PAN_MAX_DIGITS

/**
 * Finds members that are called encrypted and hold plain digits. They would travel, and end up in logs on the way. What
 * encryption looks like is the deployment's business.
 */
export function findUnsealedFields(body: unknown): ValidationProblem[] {
  const method = (body as { payment_method?: { data?: unknown } | null } | null | undefined)?.payment_method
  const data = method?.data
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .filter(([name, value]) => {
      const isSealedMember = name.startsWith('encrypted_') && typeof value === 'string'
      return isSealedMember && value.length <= PLAIN_MAX_CHARS && LOOKS_PLAIN.test(value)
    })
    .map(([name]) => {
      const property = `payment_method.data.${name}`
      return { property, message: 'is not sealed: use client.encryptCard(card)', params: [property] }
    })
}
