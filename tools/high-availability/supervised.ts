/** Starts programs again that have ended, as systemd does on a real machine. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** `RestartSec` of a unit, with some room to see that it is down. */
const RESTART_AFTER_MS = 2_000
/** The time after which a process that has not ended is killed. */
const STOP_TIMEOUT_MS = 10_000

type Child = ChildProcessByStdio<null, Readable, null>

export interface SupervisedProgram {
  readonly command: readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
}

export class Supervisor {
  /** The folder of the logs. */
  readonly folder: string
  readonly #running = new Map<string, Child>()
  #isStopping = false

  constructor(folder: string) {
    this.folder = folder
  }

  pidOf(name: string): number | undefined {
    return this.#running.get(name)?.pid
  }

  /** @returns the first line that it prints, or an empty one if it ends before. */
  async start(name: string, program: SupervisedProgram): Promise<string> {
    const child = this.#spawn(name, program)
    const lines = createInterface({ input: child.stdout })
    const line = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [''])])
    return String(line[0])
  }

  /** Starts a program that prints nothing when it is ready. */
  run(name: string, program: SupervisedProgram): void {
    this.#spawn(name, program).stdout.resume()
  }

  /** Ends all of them, the last one first. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const child of [...this.#running.values()].toReversed()) {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      child.kill('SIGTERM')
      // A frozen process would not notice the signal.
      child.kill('SIGCONT')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      clearTimeout(timer)
    }
  }

  #spawn(name: string, program: SupervisedProgram): Child {
    const [file, ...args] = program.command
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', log],
      env: { ...process.env, ...program.env },
      // A group of its own, so that Ctrl-C reaches only this process and the programs end in order.
      detached: true,
    }) as Child
    this.#running.set(name, child)
    child.once('exit', () => void this.#startAgain(name, program))
    return child
  }

  async #startAgain(name: string, program: SupervisedProgram): Promise<void> {
    await pause(RESTART_AFTER_MS)
    if (!this.#isStopping) this.run(name, program)
  }
}
