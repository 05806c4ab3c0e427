/**
 * The edge's filter for values that carry markup, script, SQL or path traversal. It is a tripwire, not what keeps us
 * safe: statements are parameterised and output is escaped. @see docs/protocol/origins.md#edge-filter
 *
 * Every check is linear in the length of the value.
 */

const HOSTILE_PATTERNS: readonly RegExp[] = [
  // A browser opens a tag only where the letter follows at once; these elements are found at every place.
  /<[a-z!/?]/i,
  /<\s+(?:\/\s*)?(?:script|iframe|object|embed|img|svg|math|style|link|meta|base|body|form|input|video|audio)\b/i,
  /javascript:/i,
  /\.\.[\\/]/,
  /\bunion\s+(?:all\s+)?select\b/i,
  /;\s*(?:drop|alter|truncate)\s+table\b/i,
  /'\s*or\s+'?\d+'?\s*=\s*'?\d/i,
]

/**
 * Returns whether a string anywhere in `value` is hostile.
 *
 * @param isExempt - names of members that are left to their schemas.
 */
export function holdsHostileText(value: unknown, isExempt: (name: string) => boolean): boolean {
  if (typeof value === 'string') return isHostile(value)
  if (Array.isArray(value)) return value.some((each) => holdsHostileText(each, isExempt))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => !isExempt(name) && holdsHostileText(member, isExempt))
}

function isHostile(text: string): boolean {
  return HOSTILE_PATTERNS.some((pattern) => pattern.test(text)) || holdsEventHandler(text)
}

/**
 * `<[^>]*\bon[a-z]+\s*=`: an event handler inside an open tag. As one expression, it would restart at every `<`,
 * which takes seconds on a body full of them; a single pass over the brackets finds the same.
 */
function holdsEventHandler(text: string): boolean {
  if (!text.includes('<')) return false
  let isTagOpen = false
  for (const [token] of text.matchAll(/[<>]|\bon[a-z]+\s*=/gi)) {
    if (token === '<') isTagOpen = true
    else if (token === '>') isTagOpen = false
    else if (isTagOpen) return true
  }
  return false
}
