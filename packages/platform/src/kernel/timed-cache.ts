import type { Clock } from './clock.ts'

/**
 * Caches a limited number of values for a limited time, and evicts the least recently used first. An expired value
 * leaves memory when another is set, once all less recently used values have expired too.
 */
export interface TimedCache<V> {
  get(key: string): V | undefined
  /** @param untilMs - epoch milliseconds; then the value expires. */
  set(key: string, value: V, untilMs: number): void
  delete(key: string): void
}

export function createTimedCache<V>(options: {
  readonly clock: Clock
  readonly maxEntries: number
}): TimedCache<V> {
  const { clock, maxEntries } = options
  // A Map keeps the order in which keys were set, so its first key is the oldest.
  const entries = new Map<string, { readonly value: V; readonly untilMs: number }>()
  // An entry that is already the newest is not moved again.
  let newest: string | null = null
  const putLast = (key: string, entry: { readonly value: V; readonly untilMs: number }): void => {
    entries.delete(key)
    entries.set(key, entry)
    newest = key
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (clock.now() >= entry.untilMs) {
        entries.delete(key)
        return undefined
      }
      if (key !== newest) putLast(key, entry)
      return entry.value
    },
    set(key, value, untilMs) {
      putLast(key, { value, untilMs })
      for (const [oldest, entry] of entries) {
        if (entries.size <= maxEntries && clock.now() < entry.untilMs) break
        entries.delete(oldest)
      }
    },
    delete(key) {
      entries.delete(key)
    },
  }
}

/** A question whose answers are remembered. */
export interface Remembering<A extends readonly string[], V> {
  (...question: A): Promise<V>
  /** The next caller gets the current answer. */
  forget(...question: A): void
}

/**
 * Returns a function that caches the results of `load`, including null. Callers that come while a value is
 * being loaded wait for the same one; a failure is not remembered.
 */
export function memoize<A extends readonly string[], V>(
  options: { readonly clock: Clock; readonly maxEntries: number; readonly lifetimeMs: number },
  load: (...question: A) => Promise<V>,
): Remembering<A, V> {
  const answers = createTimedCache<Promise<V>>(options)
  // All questions of one function have as many words.
  const keyOf = (question: A): string =>
    question.length === 1 ? String(question[0]) : JSON.stringify(question)
  const ask = (...question: A) => {
    const key = keyOf(question)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = load(...question)
    answers.set(key, answer, options.clock.now() + options.lifetimeMs)
    answer.catch(() => answers.delete(key))
    return answer
  }
  return Object.assign(ask, { forget: (...question: A) => answers.delete(keyOf(question)) })
}
