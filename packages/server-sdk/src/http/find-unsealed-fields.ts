import type { ValidationProblem } from '../errors/validation-error.ts'

/** Header, encapsulated key and tag of the shortest sealed field are 87 bytes: 116 characters of Base64. */
const SEALED_FIELD_MIN_CHARS = 116

/**
 * Finds members that are called encrypted and cannot be. A plain card number under such a name would otherwise travel,
 * and end up in logs on the way.
 */
export function findUnsealedFields(body: unknown): ValidationProblem[] {
  const method = (body as { payment_method?: { data?: unknown } | null } | null | undefined)?.payment_method
  const data = method?.data
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .filter(([name, value]) => {
      const isSealedMember = name.startsWith('encrypted_') && typeof value === 'string' && value !== ''
      return isSealedMember && value.length < SEALED_FIELD_MIN_CHARS
    })
    .map(([name]) => {
      const property = `payment_method.data.${name}`
      return { property, message: 'is not sealed: use encryptCard', params: [property] }
    })
}
