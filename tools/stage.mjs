/**
 * Runs commands quietly: one line per stage with its duration, and a command's whole output only when it fails.
 *
 * Plain JavaScript without dependencies, like everything the two root commands need before the install: it runs on
 * any Node from 18 on.
 */
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node the repository pins; there after the install, whichever Node started us. */
export const PINNED_NODE = join(ROOT, 'node_modules/.bin/node')

/** Where V8's code and types that were stripped are kept by content: programs that start often start in half the time. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/sluice/compiled')

/** Stage names are padded to this width, so that the durations stand in a column. */
const NAME_WIDTH_CHARACTERS = 14

/** Commands write into a pipe; whether colours are wanted, only we know. Undefined takes a variable away. */
const COLOURS = process.stdout.isTTY
  ? { FORCE_COLOR: '1', NO_COLOR: undefined }
  : { FORCE_COLOR: undefined, NO_COLOR: '1' }

/** A command that failed. Its message is everything the command printed. */
export class CommandError extends Error {
  /**
   * @param {string} command
   * @param {string} output
   */
  constructor(command, output) {
    super(`${output.trimEnd()}\n  ${command} failed`)
    this.name = 'CommandError'
  }
}

/**
 * Runs one command with the repository's own programs first in PATH and resolves with what it printed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd = ROOT, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: {
        ...process.env,
        ...COLOURS,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PATH: `${dirname(PINNED_NODE)}${delimiter}${process.env['PATH']}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // npx is a script there.
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    const fail = () => reject(new CommandError([command, ...args].join(' '), output))
    child.once('error', (error) => {
      output += error.message
      fail()
    })
    child.once('close', (code) => (code === 0 ? resolve(output) : fail()))
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      const pass = () => child.kill(signal)
      process.once(signal, pass)
      child.once('close', () => process.removeListener(signal, pass))
    }
  })
}

/**
 * Does one stage of work and prints its line. The work may return a short note for the line.
 *
 * @param {string} name
 * @param {() => Promise<string | void>} work
 */
export async function stage(name, work) {
  const startedAt = Date.now()
  const line = (/** @type {string} */ mark, /** @type {string} */ note) => {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
    console.log(`${mark} ${name.padEnd(NAME_WIDTH_CHARACTERS)} ${seconds} s${note && `  ${note}`}`)
  }
  try {
    line('✓', (await work()) ?? '')
  } catch (error) {
    line('✗', '')
    throw error
  }
}
