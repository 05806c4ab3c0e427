/**
 * Members whose text was written by merchants, shoppers, receivers or providers. Results mark it as untrusted data, so
 * that no model treats it as an instruction.
 */
const WRITTEN_BY_OTHERS: ReadonlySet<string> = new Set([
  'approval_code',
  'description',
  'error',
  'message',
  'name',
  'params',
  'reference',
  'reference_number',
  'reported_status',
  'url',
])

/** Objects whose texts were all written by others. */
const WHOLLY_OF_OTHERS: ReadonlySet<string> = new Set(['customer', 'metadata', 'payload'])

/** Texts in a result that are only data. */
export interface UntrustedText {
  readonly untrusted_text: string
}

/** Wraps every text that others wrote as `{untrusted_text}`; everything else is unchanged. */
export function markUntrusted(value: unknown, isOfOthers = false): unknown {
  if (typeof value === 'string')
    return isOfOthers ? ({ untrusted_text: value } satisfies UntrustedText) : value
  if (Array.isArray(value)) return value.map((item) => markUntrusted(item, isOfOthers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      markUntrusted(member, isOfOthers || WRITTEN_BY_OTHERS.has(name) || WHOLLY_OF_OTHERS.has(name)),
    ]),
  )
}
