/**
 * Runs commands quietly: one line per stage with its duration, and a command's whole output only when it fails.
 *
 * Plain JavaScript without dependencies, like everything the two root commands need before the install: it runs on
 * any Node from 18 on.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

const IS_WINDOWS = process.platform === 'win32'

/** A command that was asked to end is killed after this. */
const END_TIMEOUT_MS = 10_000

/** What a terminal or a supervisor ends a program with. */
export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Those that run. @type {Set<import('node:child_process').ChildProcess>} */
const commands = new Set()

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
      shell: IS_WINDOWS,
      // A group of its own, so that a signal reaches the programs that it starts as well.
      detached: !IS_WINDOWS,
    })
    commands.add(child)
    passSignals()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    }
    const fail = () => reject(new CommandError([command, ...args].join(' '), output))
    child.once('error', (error) => {
      output += error.message
      fail()
    })
    child.once('close', (code) => {
      commands.delete(child)
      passSignals()
      if (code === 0) resolve(output)
      else fail()
    })
  })
}

/** Signals end what runs while something runs, and this process when nothing does. */
function passSignals() {
  for (const signal of SIGNALS) {
    process.removeListener(signal, endCommands)
    if (commands.size > 0) process.on(signal, endCommands)
  }
}

/**
 * Ends the commands that run, with everything that they started, and waits until all of it has ended.
 *
 * @param {NodeJS.Signals} [signal]
 */
export async function endCommands(signal = 'SIGTERM') {
  await Promise.all(
    [...commands].map(async (command) => {
      if (command.pid === undefined) return
      // Programs that a command started hold its output open.
      const ended = once(command, 'close')
      signalGroup(command.pid, signal)
      const timer = setTimeout(signalGroup, END_TIMEOUT_MS, command.pid, 'SIGKILL')
      await ended
      clearTimeout(timer)
    }),
  )
}

/**
 * @param {number} leader
 * @param {NodeJS.Signals} signal
 */
function signalGroup(leader, signal) {
  try {
    process.kill(IS_WINDOWS ? leader : -leader, signal)
  } catch (error) {
    // It ended just now.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
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
