import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { ROOT } from '../stage.mjs'
import type { Mutant } from './mutant.ts'

/** `timeout` counts as found: code that never ends is noticed by every test that runs through it. */
export type Outcome = 'found' | 'timeout' | 'survives' | 'unmet'

export interface Verdict extends Omit<Mutant, 'id'> {
  /** The hash of the mutated text: a verdict about another text is invalid. */
  readonly hash: string
  readonly outcome: Outcome
  /** The test that found it. */
  readonly test?: string
}

export interface Count {
  readonly mutants: number
  readonly found: number
  readonly survivors: number
  readonly unmet: number
}

const FOLDER = join(ROOT, 'test-results/mutants')

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

export function recordVerdict(area: string, verdict: Verdict): void {
  mkdirSync(dirname(fileOf(area)), { recursive: true })
  appendFileSync(fileOf(area), `${JSON.stringify(verdict)}\n`)
}

/** Returns the last verdict on each mutant of an area. */
export function readVerdicts(area: string): Verdict[] {
  return existsSync(fileOf(area)) ? parseVerdicts(readFileSync(fileOf(area), 'utf8')) : []
}

export function parseVerdicts(text: string): Verdict[] {
  const verdicts = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Verdict)
  return [...new Map(verdicts.map((verdict) => [nameOf(verdict), verdict])).values()]
}

/** Returns the same value for a mutant and for the verdict on it, as long as the text is unchanged. */
export function nameOf({ file, hash, key }: Pick<Verdict, 'file' | 'hash' | 'key'>): string {
  return `${file} ${hash} ${key}`
}

export function countVerdicts(verdicts: readonly Verdict[]): Count {
  const count = (...outcomes: Outcome[]) =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    mutants: verdicts.length,
    found: count('found', 'timeout'),
    survivors: count('survives'),
    unmet: count('unmet'),
  }
}

function fileOf(area: string): string {
  return join(FOLDER, `${area}.jsonl`)
}
