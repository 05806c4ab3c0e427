import { LIMITS } from '@sluice/types/vocabulary'
import type { ValidationProblem } from '../errors/validation-error.ts'

/** Digits as people write them, in groups: no cipher produces such a text. */
const LOOKS_PLAIN = /^[\d\s./-]+$/

/** The longest plain member is a card number of 19 digits in groups of one: 37 characters. */
const PLAIN_MAX_CHARS = 2 * LIMITS.PAN_MAX_DIGITS

/**
 * Members of a card as in `encryptCard`, and their common synonyms. The contract has no members of these names in a
 * card.
 */
const PLAIN_MEMBERS: ReadonlySet<string> = new Set([
  ...['number', 'cvv', 'expirationMonth', 'expirationYear'],
  ...['card_number', 'cvc', 'exp_month', 'exp_year', 'expiration_month', 'expiration_year'],
])

/**
 * Finds a card that was not sealed, and members that are called encrypted and hold plain digits. They would travel, and end up
 * in logs on the way. What encryption looks like is the deployment's business.
 */
export function findUnsealedFields(body: unknown): ValidationProblem[] {
  const method = (body as { payment_method?: { type?: unknown; data?: unknown } | null } | null | undefined)
    ?.payment_method
  const data = method?.data
  if (typeof data !== 'object' || data === null) return []
  if (method?.type === 'card' && Object.keys(data).some((name) => PLAIN_MEMBERS.has(name)))
    return [notSealed('payment_method.data')]
  return Object.entries(data)
    .filter(([name, value]) => {
      const isSealedMember = name.startsWith('encrypted_') && typeof value === 'string'
      return isSealedMember && value.length <= PLAIN_MAX_CHARS && LOOKS_PLAIN.test(value)
    })
    .map(([name]) => notSealed(`payment_method.data.${name}`))
}

function notSealed(property: string): ValidationProblem {
  return { property, message: 'is not sealed: use client.encryptCard(card)', params: [property] }
}
