/**
 * Bytes of every kind for every parser: each input is accepted or rejected, and nothing else happens. Inputs with a new
 * outcome are changed further, and stored in `corpus/` on request (`FUZZ_KEEP=1`).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createSeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import { summarize } from '../report.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { type Parser, PARSERS } from './parsers.ts'

const FIRST_SEED = Number(process.env['PROOF_SEED'] ?? 1)
const INPUTS = Number(process.env['PROOF_INPUTS'] ?? 400)
const KEEPS = process.env['FUZZ_KEEP'] === '1'
/** A slow input is one whose length does not explain its time, with a margin for a busy machine. */
const TIME_LIMIT_MS = 120_000 + INPUTS * 20

const CORPUS = join(import.meta.dirname, 'corpus')

const fileOf = ({ name }: Parser) => join(CORPUS, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.json`)

/** Inputs by their outcome, Base64. */
type Corpus = Readonly<Record<string, string>>

const readCorpus = (parser: Parser): Corpus =>
  existsSync(fileOf(parser)) ? (JSON.parse(readFileSync(fileOf(parser), 'utf8')) as Corpus) : {}

describe.each(PARSERS)('$name', (parser) => {
  const corpus = readCorpus(parser)

  it('reads the stored inputs as before', () => {
    const kept = Object.entries(corpus)
    expect(kept.length).toBeGreaterThan(0)
    for (const [outcome, bytes] of kept) expect(parser.read(Buffer.from(bytes, 'base64'))).toBe(outcome)
  })

  it(
    'accepts or rejects every input',
    () => {
      const kept = Object.values(corpus).map((bytes) => Buffer.from(bytes, 'base64'))
      const outcomes = new Map<string, Buffer>()
      const seeds = [...parser.seeds, ...kept]
      for (const seed of seeds) outcomes.set(parser.read(seed), seed)
      for (let count = 0; count < INPUTS; count += 1) {
        const random = createSeededRandom(FIRST_SEED + count)
        const bytes = mutateBytes(random.pick(seeds), seeds, random)
        const outcome = tryToRead(parser, bytes, FIRST_SEED + count)
        if (outcomes.has(outcome)) continue
        outcomes.set(outcome, bytes)
        seeds.push(bytes)
      }
      summarize(`fuzz, ${parser.name}`, { inputs: INPUTS, 'first seed': FIRST_SEED, outcomes: outcomes.size })
      if (KEEPS) keep(parser, outcomes)
    },
    TIME_LIMIT_MS,
  )
})

function tryToRead(parser: Parser, bytes: Buffer, seed: number): string {
  try {
    return parser.read(bytes)
  } catch (error) {
    const smallest = shrinkBytes(bytes, (smaller) => throwsAt(parser, smaller))
    throw new Error(`seed ${seed}: ${String(error)}; smallest: ${smallest.toString('base64')}`, {
      cause: error,
    })
  }
}

function throwsAt(parser: Parser, bytes: Buffer): boolean {
  try {
    parser.read(bytes)
    return false
  } catch {
    return true
  }
}

/** The limit on shrinking: an input that needs every one of many bytes would take an hour. */
const SHRINKING_TRIES_MAX = 2_000

/** Removes halves, quarters, single bytes, as long as it still fails. */
function shrinkBytes(bytes: Buffer, isBroken: (smaller: Buffer) => boolean): Buffer {
  let smallest = bytes
  let tries = 0
  for (let size = Math.ceil(bytes.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length;) {
      tries += 1
      if (tries > SHRINKING_TRIES_MAX) return smallest
      const smaller = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)])
      if (isBroken(smaller)) smallest = smaller
      else at += size
    }
  }
  return smallest
}

function keep(parser: Parser, outcomes: ReadonlyMap<string, Buffer>): void {
  mkdirSync(CORPUS, { recursive: true })
  const corpus = Object.fromEntries(
    [...outcomes]
      .map(([outcome, bytes]) => {
        const smallest = shrinkBytes(bytes, (smaller) => parser.read(smaller) === outcome)
        return [outcome, smallest.toString('base64')] as const
      })
      .sort(),
  )
  writeFileSync(fileOf(parser), `${JSON.stringify(corpus, null, 2)}\n`)
}
