/**
 * Finds the differences between two texts that should have been the same JSON, byte for byte: a receiver that parses a
 * body and serializes it again verifies another text than the one that was signed.
 */
import { LIMITS } from '@sluice/types/vocabulary'

/** The differences between valid JSON texts of one value, in words for people. */
export type Rewriting =
  | 'a byte order mark'
  | 'white space at the end'
  | 'white space'
  | 'the order of members'
  | 'escapes in strings'
  | 'how numbers are written'
  | 'repeated members'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * White space, strings, numbers, words and brackets of a text that is JSON. A string may lack its end, so that no
 * position of any text is scanned twice.
 */
const TOKEN = /[ \t\r\n]+|"[^"\\]*(?:\\.[^"\\]*)*"?|[-+.0-9a-zA-Z]+|[^\s]/gs

/** Names what was written differently; null if the values differ too, or one of them is not JSON. */
export function listRewritings(sent: string, received: string): readonly Rewriting[] | null {
  const text = received.startsWith(BYTE_ORDER_MARK) ? received.slice(1) : received
  const [before, after] = [parse(sent), parse(text)]
  if (!before || !after || canonical(before.value) !== canonical(after.value)) return null

  const [old, young] = [readTokens(sent), readTokens(text)]
  const found: Rewriting[] = []
  if (text !== received) found.push('a byte order mark')
  if (old.spaces !== young.spaces) found.push('white space')
  else if (old.trailing !== young.trailing) found.push('white space at the end')
  if (old.strings !== young.strings && old.texts === young.texts) found.push('escapes in strings')
  if (old.numbers !== young.numbers) found.push('how numbers are written')
  if (old.texts !== young.texts) found.push('repeated members')
  else if (old.order !== young.order) found.push('the order of members')
  return found
}

/** The paths of members whose values differ, in the order in which they were sent. */
export function listChangedMembers(sent: string, received: string): readonly string[] {
  const [before, after] = [parse(sent), parse(received)]
  return before && after ? differences(before.value, after.value, '') : []
}

/** Parses a text. One that nests deeper than any message did not come from the gateway, and would exhaust the stack. */
function parse(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return depthOf(text) > LIMITS.JSON_DEPTH_MAX_LEVELS ? null : { value }
  } catch {
    return null
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}

/** Returns the same text for the same value, however it was written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}

/** A text split into parts that may differ independently; every part is a text that can be compared at once. */
function readTokens(text: string) {
  const tokens = text.match(TOKEN) ?? []
  const isSpace = (token: string | undefined) => token !== undefined && token.trim() === ''
  const words = tokens.filter((token) => !isSpace(token))
  const strings = words.filter((token) => token.startsWith('"'))
  const texts = strings.map((token) => JSON.stringify(JSON.parse(token)))
  const last = tokens.at(-1) ?? ''
  const inner = isSpace(last) ? tokens.slice(0, -1) : tokens
  return {
    spaces: inner.filter(isSpace).join('|'),
    trailing: isSpace(last) ? last : '',
    strings: strings.sort().join(),
    // Sorts the members, so that their order counts as a separate difference.
    texts: [...texts].sort().join(),
    order: texts.join(),
    numbers: words
      .filter((token) => /^[-0-9]/.test(token))
      .sort()
      .join(),
  }
}

function differences(before: unknown, after: unknown, path: string): string[] {
  if (canonical(before) === canonical(after)) return []
  if (!isObject(before) || !isObject(after)) return [path === '' ? 'everything' : path]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) =>
    differences(before[name], after[name], path === '' ? name : `${path}.${name}`),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
