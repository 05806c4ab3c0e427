import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A provider that the suite starts itself, so that it can kill it. */
export interface ProviderProcess {
  start(): Promise<void>
  /** Kills the process like a power failure: nothing of it runs afterwards. */
  kill(): Promise<void>
}

/** A provider that is not there by then will not come. */
const START_WITHIN_MS = 20_000
const LOOK_AGAIN_MS = 50

/**
 * @param command - run by a shell, unchanged.
 * @param isReady - whether the provider answers.
 */
export function createProviderProcess(command: string, isReady: () => Promise<boolean>): ProviderProcess {
  let child: ChildProcess | null = null
  return {
    async start() {
      // A group of its own: killing it kills what the shell has started.
      const started = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
      child = started
      const deadline = Date.now() + START_WITHIN_MS
      while (!(await isReady().catch(() => false))) {
        if (started.exitCode !== null)
          throw new Error(`The provider ended with ${started.exitCode}: ${command}`)
        if (Date.now() > deadline) {
          throw new Error(`The provider did not answer within ${START_WITHIN_MS / 1_000} s: ${command}`)
        }
        await sleep(LOOK_AGAIN_MS)
      }
    },

    async kill() {
      const running = child
      child = null
      if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      process.kill(-running.pid, 'SIGKILL')
      await ended
    },
  }
}
