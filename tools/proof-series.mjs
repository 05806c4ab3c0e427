/** What was proven so far, so that a proof that was cut off can go on: a line for each piece, in a file for each proof. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './stage.mjs'

const FOLDER = join(ROOT, 'node_modules/.cache/proofs')

/** @typedef {{ place: number, env: Record<string, string>, isGreen: boolean, seconds: number }} Piece */
/** @typedef {{ times: number, pieces: ReadonlyMap<number, Pick<Piece, 'env' | 'isGreen'>> }} Series */

/**
 * @param {string} proof
 * @param {number} times
 * @returns {Series}
 */
export function beginSeries(proof, times) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(proof), `${JSON.stringify({ commit: readCommit(), times })}\n`)
  return { times, pieces: new Map() }
}

/**
 * @param {string} proof
 * @param {Piece} piece
 */
export function notePiece(proof, piece) {
  appendFileSync(fileOf(proof), `${JSON.stringify(piece)}\n`)
}

/**
 * The last series of a proof.
 *
 * @param {string} proof
 * @returns {Series}
 * @throws {Error} When there is none, or it was begun on another commit: it would prove neither.
 */
export function readSeries(proof) {
  if (!existsSync(fileOf(proof))) throw new Error(`No series of ${proof} was begun: leave --resume out.`)
  return parseSeries(readFileSync(fileOf(proof), 'utf8'), readCommit())
}

/**
 * @param {string} text
 * @param {string} commit
 * @returns {Series}
 */
export function parseSeries(text, commit) {
  const [series, ...pieces] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (series.commit !== commit)
    throw new Error(`The series was begun on ${series.commit}, and this is ${commit}: leave --resume out.`)
  return {
    times: series.times,
    pieces: new Map(pieces.map((/** @type {Piece} */ piece) => [piece.place, piece])),
  }
}

/** @param {string} proof */
function fileOf(proof) {
  return join(FOLDER, `${proof}.jsonl`)
}

function readCommit() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
}
