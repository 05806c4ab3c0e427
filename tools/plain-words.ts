/**
 * Counts pronouns that stand for no person or thing in particular. A sentence with the thing itself as its subject is shorter, can be
 * searched for, and can be read by people whose English is a second language.
 *
 * @decision 0106
 */
const PRONOUNS = /\b(?:no|some|any)body\b|\b(?:who|what|wher)ever\b|\bwhom\b/gi

const WORDS = /[A-Za-z]+/g

export interface WordCount {
  readonly words: number
  readonly pronouns: number
}

/** Counts words and pronouns of a text. */
export function countWords(text: string): WordCount {
  return { words: text.match(WORDS)?.length ?? 0, pronouns: text.match(PRONOUNS)?.length ?? 0 }
}

/** Pronouns in 100,000 words of all texts together. */
export function pronounRate(texts: Iterable<string>): number {
  let [words, pronouns] = [0, 0]
  for (const text of texts) {
    const count = countWords(text)
    words += count.words
    pronouns += count.pronouns
  }
  return (pronouns / words) * 100_000
}
