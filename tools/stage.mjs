/**
 * Runs commands quietly: one line per stage with its duration, and a command's whole output only when it fails.
 *
 * Plain JavaScript without dependencies, like everything that the two root commands need before the install: it runs on
 * Node 18 and later.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node version that the repository pins; available after the install, whichever Node started this process. */
export const PINNED_NODE = join(ROOT, 'node_modules/.bin/node')

/** Caches V8's compiled code and type-stripped sources by content, which halves the start time of programs that start often. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/sluice/compiled')

/** Stage names are padded to this width, so that the durations line up. */
const NAME_WIDTH_CHARACTERS = 14

/** Commands write into a pipe, so this process decides whether they print colours. Undefined removes a variable. */
const COLOURS = process.stdout.isTTY
  ? { FORCE_COLOR: '1', NO_COLOR: undefined }
  : { FORCE_COLOR: undefined, NO_COLOR: '1' }

const IS_WINDOWS = process.platform === 'win32'

/** A command that does not exit on its signal is killed after this time. */
const END_TIMEOUT_MS = 10_000

/** The signals with which a terminal or a supervisor ends a program. */
export const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** The running commands. @type {Set<import('node:child_process').ChildProcess>} */
const commands = new Set()

/** The signal that ended them. @type {NodeJS.Signals | undefined} */
let signalReceived

/**
 * The time that a stage took. `processorSeconds` is the processor time of its commands and all their child processes, which is
 * more reliable than elapsed time on a busy machine; null if the system does not report it.
 *
 * @typedef {{ name: string, seconds: number, processorSeconds: number | null }} StageTimes
 */

/** The stage that a command belongs to. @type {AsyncLocalStorage<{ processorSeconds: number | null }>} */
const currentStage = new AsyncLocalStorage()

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** The processor time of all commands that had ended when it was last read. */
let processorSecondsSoFar = readProcessorSeconds()

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
  if (signalReceived) return Promise.reject(new CommandError([command, ...args].join(' '), signalReceived))
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
    const itsStage = currentStage.getStore()
    child.once('exit', () => addProcessorSeconds(itsStage))
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
      // Some end with 0 when a signal cuts them off.
      if (code === 0 && !signalReceived) resolve(output)
      else fail()
    })
  })
}

/** Signals end what runs while something runs, and this process when nothing does. */
function passSignals() {
  for (const signal of SIGNALS) {
    process.removeListener(signal, passSignal)
    if (commands.size > 0) process.on(signal, passSignal)
  }
}

/** @param {NodeJS.Signals} signal */
function passSignal(signal) {
  signalReceived = signal
  void endCommands(signal)
}

/**
 * After a signal, the interrupted command has failed, and no other one begins.
 *
 * @returns {NodeJS.Signals | undefined} the signal
 */
export function endedBySignal() {
  return signalReceived
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
 * The system adds up what the children that have ended computed, so what it adds at an end belongs to the command that ended.
 *
 * @param {{ processorSeconds: number | null } | undefined} itsStage
 */
function addProcessorSeconds(itsStage) {
  const now = readProcessorSeconds()
  if (now === null || processorSecondsSoFar === null) return
  if (itsStage) itsStage.processorSeconds = (itsStage.processorSeconds ?? 0) + now - processorSecondsSoFar
  processorSecondsSoFar = now
}

/** @returns {number | null} null where there is no /proc */
function readProcessorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The name of the program, in parentheses, may contain spaces. Behind it, fields 14 and 15 are children's.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}

/**
 * Runs one stage and prints its line. The work may return a short note for the line.
 *
 * @param {string} name
 * @param {() => Promise<string | void>} work
 * @param {(times: StageTimes) => void} [onEnd] also of a stage that failed
 */
export async function stage(name, work, onEnd) {
  const startedAt = Date.now()
  /** @type {{ processorSeconds: number | null }} */
  const measured = { processorSeconds: processorSecondsSoFar === null ? null : 0 }
  const end = (/** @type {string} */ mark, /** @type {string} */ note) => {
    const seconds = (Date.now() - startedAt) / 1000
    const { processorSeconds } = measured
    const computed = processorSeconds === null ? '' : `${processorSeconds.toFixed(1).padStart(7)} s processor`
    console.log(
      `${mark} ${name.padEnd(NAME_WIDTH_CHARACTERS)} ${seconds.toFixed(1).padStart(6)} s${computed}${note && `  ${note}`}`,
    )
    onEnd?.({ name, seconds, processorSeconds })
  }
  try {
    end('✓', (await currentStage.run(measured, work)) ?? '')
  } catch (error) {
    end('✗', '')
    throw error
  }
}
