import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endWithRunner } from '../../packages/server-sdk/src/testing/end-with-runner.ts'

/** The core of the measured server. Load and databases use the others. */
const CORE = '0'

export interface RunningServer {
  /** The first line that the server printed. */
  readonly firstLine: string
  /** The processor time of its threads since it started, in milliseconds; null if the system does not report it. */
  processorMs(): number | null
  stop(): Promise<void>
}

/**
 * Starts a Node program, by default on its own core, and waits for its first line. The program ends with the bench,
 * even if that is killed.
 */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { isPinned } = { isPinned: true },
): Promise<RunningServer> {
  const node = [process.execPath, '--import', endWithRunner(), ...args]
  const [program, ...rest] = isPinned ? ['taskset', '-c', CORE, ...node] : node
  const child = spawn(program ?? '', rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines = createInterface(child.stdout)
  const first = once(lines, 'line').then(([line]) => String(line))
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`${args[0]} ended with code ${code}`)),
  )
  const firstLine = await Promise.race([first, ended])
  ended.catch(() => undefined)
  return {
    firstLine,
    processorMs: () => readProcessorMs(child.pid ?? 0),
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** Linux counts in hundredths of a second (proc_pid_stat(5), USER_HZ). */
const TICK_MS = 10

/**
 * Reads the members utime and stime of `/proc/<pid>/stat`, the 14th and 15th. The name before them may contain
 * spaces.
 */
function readProcessorMs(pid: number): number | null {
  try {
    const [, members = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = members.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? null : (user + system) * TICK_MS
  } catch {
    return null
  }
}
