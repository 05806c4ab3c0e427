/** The variables that instrumented code reads and writes, by the names that the instrumenter gives. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number
  mutantCoverage?: {
    /** The number of times that mutants were reached outside of every test, by their ids. */
    readonly static: Record<string, number>
    readonly perTest: Record<string, Record<string, number>>
  }
}

/** A loop that a mutant made endless meets that mutant again and again; one that ends meets it about as often as before. */
const HITS_FACTOR = 100
const HITS_AT_LEAST = 10_000

export const switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {})

/**
 * Makes one mutant active and every other inactive.
 *
 * @param hits - how often the test meets it when nothing is wrong
 */
export function activate(id: string | undefined, hits = HITS_AT_LEAST): void {
  switches.activeMutant = id
  switches.hitCount = id === undefined ? undefined : 0
  switches.hitLimit = hits * HITS_FACTOR + HITS_AT_LEAST
}

/** Returns once how often a test reached each mutant, by its id; without a test, the counts outside of all tests. */
export function readCoverage(test?: string): ReadonlyMap<string, number> {
  const coverage = (switches.mutantCoverage ??= { static: {}, perTest: {} })
  if (test === undefined) return new Map(Object.entries(coverage.static))
  const counts = coverage.perTest[test] ?? {}
  delete coverage.perTest[test]
  return new Map(Object.entries(counts))
}
