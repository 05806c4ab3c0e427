import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { endWithRunner } from '../../packages/server-sdk/src/testing/end-with-runner.ts'

/** The server under test has this core for itself; load and databases have the others. */
const CORE = '0'

export interface RunningServer {
  /** The first line that it printed. */
  readonly firstLine: string
  /** What its threads have used of the processor since it began, in milliseconds; null where the system does not tell. */
  processorMs(): number | null
  stop(): Promise<void>
}

/**
 * Starts a Node program, on a core of its own unless told otherwise, and waits for its first line. The program ends with
 * the bench, also when that is killed.
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

/** The members utime and stime of `/proc/<pid>/stat`, the 14th and 15th; the name before them may hold spaces. */
function readProcessorMs(pid: number): number | null {
  try {
    const [, members = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = members.split(' ').slice(11, 13).map(Number)
    return user === undefined || system === undefined ? null : (user + system) * TICK_MS
  } catch {
    return null
  }
}
