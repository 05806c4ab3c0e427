/**
 * The groups of what the search over everything finds, in the order in which they are shown. Payments come last of what Enter usually
 * takes, because the gateway finds them later: nothing moves under the selection.
 */
export const GROUPS = ['pages', 'settings', 'actions', 'payments', 'documents'] as const

export type Group = (typeof GROUPS)[number]

/** Something that can be chosen. */
export interface Choice {
  readonly group: Group
  readonly name: string
  readonly hint: string
  /** Other names that people search for. */
  readonly words?: string
  choose(): void
}

/** The number of rows shown of each group: people do not read more. */
const SHOWN_MAX = 6

/**
 * Returns the choices that have every word of a text, the best of each group first. Without a text there are the pages and actions.
 *
 * @param found - payments: the gateway has compared them with the text already.
 */
export function findChoices(
  text: string,
  known: readonly Choice[],
  found: readonly Choice[] = [],
): readonly Choice[] {
  const wanted = wordsOf(text)
  const isIncluded = ({ group }: Choice) => wanted.length > 0 || group === 'pages' || group === 'actions'
  const ranked = known
    .filter(isIncluded)
    .map((choice) => ({ choice, rank: rankOf(wanted, choice) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice)
  const all = [...found, ...ranked]
  const limit = wanted.length === 0 ? Infinity : SHOWN_MAX
  return GROUPS.flatMap((group) => all.filter((choice) => choice.group === group).slice(0, limit))
}

/** The lower, the better; infinite if a word is missing. */
function rankOf(wanted: readonly string[], { name, words = '' }: Choice): number {
  const whole = name.toLowerCase()
  const names = wordsOf(name)
  const others = wordsOf(words)
  const rankOfWord = (word: string): number => {
    if (whole.startsWith(word)) return 0
    if (names.some((one) => one.startsWith(word))) return 1
    if (others.some((one) => one.startsWith(word))) return 2
    return whole.includes(word) ? 3 : Infinity
  }
  return wanted.reduce((sum, word) => sum + rankOfWord(word), 0)
}

/** `3-D Secure` is two words: a hyphen within a word stays. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []
}
