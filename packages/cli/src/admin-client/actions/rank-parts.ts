/** A part of a page as the search ranks it. */
export interface RankedPart {
  readonly page: string
  /** The page's first heading. */
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** The weight of a match in each field, as in the search of the website. */
const WEIGHTS = { heading: 5, title: 4, text: 1 } as const

/** The weight of a prefix match: `disputes` for the query `dispute`. */
const BEGINNING_WEIGHT = 0.4

/** Term saturation (k1 of BM25): further repetitions hardly count. */
const SATURATION = 1.2

/** Length normalization (b of BM25). Low, because tables of codes are long and still the best answer. */
const LENGTH_WEIGHT = 0.2

/**
 * Sorts parts by how well they answer a query, the best first, and leaves out those without any of its words. The ranking is BM25 on
 * heading, title and text: a rare word counts more, and a word counts more in a short heading than in a long text.
 */
export function rankParts(parts: readonly RankedPart[], words: readonly string[]): readonly RankedPart[] {
  const indexed = parts.map((part) => ({
    part,
    heading: listWordsAndParts(part.heading),
    title: listWordsAndParts(part.title),
    text: listWordsAndParts(part.text),
  }))
  const lengths = {
    heading: averageLength(indexed.map(({ heading }) => heading)),
    title: averageLength(indexed.map(({ title }) => title)),
    text: averageLength(indexed.map(({ text }) => text)),
  }
  const found = indexed.map((entry) => ({
    part: entry.part,
    scores: words.map((word) =>
      (['heading', 'title', 'text'] as const).reduce(
        (sum, field) => sum + WEIGHTS[field] * frequencyIn(entry[field], word, lengths[field]),
        0,
      ),
    ),
  }))
  const rarities = words.map((_, at) => {
    const having = found.filter(({ scores }) => (scores[at] ?? 0) > 0).length
    return Math.log(1 + (parts.length - having + 0.5) / (having + 0.5))
  })
  return found
    .map(({ part, scores }) => ({
      part,
      matched: scores.filter((score) => score > 0).length,
      score: scores.reduce((sum, score, at) => sum + score * (rarities[at] ?? 0), 0),
    }))
    .filter(({ matched }) => matched > 0)
    .toSorted((left, right) => right.matched - left.matched || right.score - left.score)
    .map(({ part }) => part)
}

/** The lower-case words of a text; `final_capture` is one word. */
export function listWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The same with the parts of each name: `final_capture` is found by `capture`, too. */
function listWordsAndParts(text: string): readonly string[] {
  return listWords(text).flatMap((name) =>
    name.includes('_') ? [name, ...name.split('_').filter(Boolean)] : [name],
  )
}

/** The term frequency of a word: saturated, and relative to the text's length. */
function frequencyIn(text: readonly string[], word: string, averageWords: number): number {
  const count = text.reduce((sum, other) => {
    if (other === word) return sum + 1
    return other.startsWith(word) ? sum + BEGINNING_WEIGHT : sum
  }, 0)
  return count === 0
    ? 0
    : count / (count + SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * text.length) / averageWords))
}

function averageLength(texts: readonly (readonly string[])[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
}
