import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import type { SandboxCredentials } from '@sluice/types'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** `sluice-gateway start`, as an operator runs it. */
export interface GatewayProgram {
  readonly process: ChildProcess
  /** The ready line; without the role `api` it has addresses only. */
  readonly ready: SandboxCredentials
  /** Returns the log so far. */
  log(): string
  /** Sends the signal, and returns the exit code and the signal that ended the program. */
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** The words after `node` that run the program of the sources. */
const SOURCE_PROGRAM: readonly string[] = ['--conditions=@sluice/source', MAIN]

/**
 * Starts the program and waits for its ready line.
 *
 * @throws When it ends before that, with its log.
 */
export async function startProgram(
  env: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<GatewayProgram> {
  return startProgramOf(SOURCE_PROGRAM, env, ...options)
}

/** Starts the program that the words after `node` run, for instance a built one. */
export async function startProgramOf(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<GatewayProgram> {
  const child = spawn(process.execPath, [...program, 'start', '--json', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let log = ''
  child.stderr.on('data', (part) => (log += String(part)))
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended.then(() => {
      throw new Error(`The gateway ended before it was ready: ${log}`)
    }),
  ])
  return {
    process: child,
    ready: JSON.parse(line) as SandboxCredentials,
    log: () => log,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** The exit code and the output of a command. */
export interface EndedProgram {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of `sluice-gateway` to its end, as an operator does, without the settings of this process. */
export async function runProgram(
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedProgram> {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_'))
  const args = [...SOURCE_PROGRAM, ...options]
  try {
    const ended = await promisify(execFile)(process.execPath, args, {
      env: { ...Object.fromEntries(clean), ...env },
    })
    return { code: 0, ...ended }
  } catch (error) {
    const { code, stdout, stderr } = error as EndedProgram
    return { code, stdout, stderr }
  }
}
