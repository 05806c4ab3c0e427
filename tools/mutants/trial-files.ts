import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of one folder through which the programs of a trial communicate. */
export interface TrialFiles {
  /** Instrumented texts by path from the root. */
  readonly code: string
  /** The mutants to try. */
  readonly mutants: string
  /** Id of the active mutant, in case it never ends; empty if there is none. Written again with every test. */
  readonly active: string
  /** One {@link Noticed} a line. */
  readonly noticed: string
}

/** A result about mutants, each named by its id. */
export type Noticed =
  /** A file of tests runs through them, and was tried with each. */
  | { readonly met: readonly string[] }
  /** A file of tests runs through them, and cannot be repeated in its process. */
  | { readonly untried: readonly string[]; readonly suite: string }
  | { readonly found: string; readonly test: string }
  | { readonly survives: string }
  /** No test runs through it. */
  | { readonly unmet: string }
  /** Nothing is left to try. */
  | { readonly isComplete: true }

export function trialFiles(folder: string): TrialFiles {
  return {
    code: join(folder, 'code.json'),
    mutants: join(folder, 'mutants.json'),
    active: join(folder, 'active'),
    noticed: join(folder, 'noticed.jsonl'),
  }
}

/** Lines that are written to their end. */
export function readNoticed({ noticed }: Pick<TrialFiles, 'noticed'>): Noticed[] {
  return readFileSync(noticed, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Noticed)
}
