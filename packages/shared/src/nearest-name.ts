import { editDistance } from './edit-distance.ts'

/** A letter too many, too few or wrong, or two that changed places. More is another word. */
const SLIPS_MAX = 2

/** Two typing errors in a shorter name leave nothing recognizable. */
const LETTERS_PER_SLIP = 3

/** Longer names are not compared: callers choose their length, and the cost is the product of both lengths. */
const NAME_MAX_CHARS = 64

/** The shortest prefix that counts as a match, as `timeout` of `timeoutMs`: a word, not a letter. */
const BEGINNING_MIN_CHARS = 4

/**
 * Finds the name that was probably meant: written in another style (`base_url`), with a slip (`ammount`), or without its unit
 * (`timeout`).
 *
 * @returns `undefined` where none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_MAX_CHARS) return undefined
  const given = flatten(name)
  const slipsMax = Math.min(SLIPS_MAX, Math.floor(given.length / LETTERS_PER_SLIP))
  const byDistance = known
    .map((one) => ({ one, slips: editDistance(given, flatten(one)) }))
    .toSorted((left, right) => left.slips - right.slips)
  const [nearest] = byDistance
  if (nearest && nearest.slips <= slipsMax) return nearest.one
  return given.length < BEGINNING_MIN_CHARS ? undefined : known.find((one) => flatten(one).startsWith(given))
}

/** A question to append to an error about an unknown name: ` Did you mean baseUrl?`; empty where no name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

function flatten(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}
