import { SESSION_TEXTS as texts } from '../texts/session-texts.ts'

/**
 * By a word of what the browser calls itself. The order matters, because most browsers also name their predecessors.
 */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Returns a browser in words that its owner recognises, such as `Firefox, Windows`. */
export function nameBrowser(userAgent: string | null): string {
  if (userAgent === null) return texts.unknown
  const find = (names: readonly (readonly [word: string, name: string])[]) =>
    names.find(([word]) => userAgent.includes(word))?.[1]
  const names = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  return names.length === 0 ? texts.unknown : names.join(', ')
}
