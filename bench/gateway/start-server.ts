import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { endWithRunner } from '../../packages/server-sdk/src/testing/end-with-runner.ts'

/** The server under test has this core for itself; load and databases have the others. */
const CORE = '0'

export interface RunningServer {
  /** The first line that it printed. */
  readonly firstLine: string
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
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
