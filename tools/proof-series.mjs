/**
 * The pieces that are proven so far, so that an interrupted proof can resume: a line for each piece, in a file for each
 * proof. A second file adds up what all pieces have shown, of all series.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './build-inputs.mjs'
import { ROOT } from './stage.mjs'

const FOLDER = join(ROOT, 'node_modules/.cache/proofs')

/** @typedef {{ proof: string, figures: Record<string, unknown> }} Summary what a test says that it has seen */
/** @typedef {{ place: number, env: Record<string, string>, isGreen: boolean, seconds: number, summaries?: Summary[] }} Piece */
/** @typedef {{ times: number, pieces: ReadonlyMap<number, Pick<Piece, 'env' | 'isGreen'>> }} Series */

/**
 * @param {string} proof
 * @param {number} times
 * @returns {Series}
 */
export function beginSeries(proof, times) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(proof), `${JSON.stringify({ commit: readState(), times })}\n`)
  return { times, pieces: new Map() }
}

/**
 * @param {string} proof
 * @param {Piece} piece
 */
export function recordPiece(proof, piece) {
  appendFileSync(fileOf(proof), `${JSON.stringify(piece)}\n`)
}

/**
 * Stores the result of a piece together with those of other series and commits.
 *
 * @param {string} proof
 * @param {Piece} piece
 */
export function addToSums(proof, { env, isGreen, seconds, summaries = [] }) {
  const day = new Date().toISOString().slice(0, 10)
  const line = { commit: readState(), day, env, isGreen, seconds, summaries }
  mkdirSync(FOLDER, { recursive: true })
  appendFileSync(sumsOf(proof), `${JSON.stringify(line)}\n`)
}

/**
 * Returns the sums of all pieces of a proof, one line per test.
 *
 * @param {string} proof
 */
export function readSums(proof) {
  return existsSync(sumsOf(proof)) ? addUp(readFileSync(sumsOf(proof), 'utf8')) : []
}

/**
 * @param {string} text
 * @returns {string[]}
 */
export function addUp(text) {
  /** @type {Map<string, Map<string, number>>} */
  const sums = new Map()
  let failed = 0
  for (const line of text.split('\n').filter(Boolean)) {
    const { isGreen, summaries } = JSON.parse(line)
    if (!isGreen) failed += 1
    for (const { proof, figures } of /** @type {Summary[]} */ (summaries)) {
      const own = sums.get(proof) ?? new Map([['pieces', 0]])
      own.set('pieces', (own.get('pieces') ?? 0) + 1)
      for (const [name, figure] of Object.entries(figures))
        if (typeof figure === 'number' && !name.includes('seed')) own.set(name, (own.get(name) ?? 0) + figure)
      sums.set(proof, own)
    }
  }
  const lines = [...sums].map(
    ([proof, own]) =>
      `${proof}: ${[...own].map(([name, sum]) => `${sum.toLocaleString('en')} ${name}`).join(', ')}`,
  )
  return failed === 0 ? lines : [...lines, `${failed} failed`]
}

/**
 * The last series of a proof, or a new one where the last was begun on other files: together they would prove neither.
 *
 * @param {string} proof
 * @param {number} times at least: a series that was shorter is not the whole proof
 * @returns {Series}
 */
export function resumeSeries(proof, times) {
  const last = existsSync(fileOf(proof)) && parseSeries(readFileSync(fileOf(proof), 'utf8'), readState())
  return last ? { ...last, times: Math.max(last.times, times) } : beginSeries(proof, times)
}

/**
 * A piece that was made smaller proves less than is wanted. Its seed may be another one.
 *
 * @param {Record<string, string>} env - the environment variables that the piece runs with
 * @param {Record<string, string>} wanted
 */
export function hasWantedSize(env, wanted) {
  return Object.entries(wanted).every(([name, value]) => name.endsWith('_SEED') || env[name] === value)
}

/**
 * @param {string} text
 * @param {string} commit
 * @returns {Series | undefined} undefined for a series of another commit, or of files that differed from it
 */
export function parseSeries(text, commit) {
  const [series, ...pieces] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (series.commit !== commit) return undefined
  return {
    times: series.times,
    pieces: new Map(pieces.map((/** @type {Piece} */ piece) => [piece.place, piece])),
  }
}

/** @param {string} proof */
function fileOf(proof) {
  return join(FOLDER, `${proof}.jsonl`)
}

/** @param {string} proof */
function sumsOf(proof) {
  return process.env['PROOF_SUMS'] ?? join(FOLDER, `${proof}.sums.jsonl`)
}

/**
 * @param {string} [root]
 * @returns {string} the commit; behind it, where files differ from it, a fingerprint of those
 */
export function readState(root = ROOT) {
  const git = (/** @type {readonly string[]} */ ...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  const commit = git('rev-parse', 'HEAD').trim()
  const names = [
    git('diff', 'HEAD', '--name-only', '-z'),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
    .flatMap((list) => list.split('\0'))
    // A folder is another repository.
    .filter((name) => name !== '' && !name.endsWith('/'))
  if (names.length === 0) return commit
  return `${commit}+${fingerprint(
    names.map((name) => join(root, name)),
    names,
  )}`
}
