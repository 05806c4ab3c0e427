/** A mutant is tried with fewer cases than `npm test` draws: it may only look worse for that. */
import fc from 'fast-check'

/** A case that agrees on a key takes milliseconds, and hundreds of mutants are tried with each. */
const CASES = 25

// The smallest case that finds a mutant is of no use, and looking for it takes most of the time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: CASES, endOnFailure: true })
