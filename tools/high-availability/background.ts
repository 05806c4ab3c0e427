import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { NOBODY_ID } from '../../packages/platform/test/postgres.ts'

const LAST_WORDS_CHARACTERS = 8_000

/** Programs that run in the background, their files, and their logs. */
export class Background {
  /** A separate folder, because PostgreSQL runs as nobody and cannot read root's folders. */
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-cluster-'))
  /** The user that owns the files; undefined for the current user. PostgreSQL refuses to run as root. */
  readonly owner = process.getuid?.() === 0 ? NOBODY_ID : undefined
  readonly #children = new Set<ChildProcess>()
  readonly #env: NodeJS.ProcessEnv
  readonly #atTheEnd: (() => void)[] = []

  /** @param env - what every program needs. */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = { ...process.env, ...env, HOME: this.folder }
    this.give(this.folder)
  }

  /** Makes the owner of the programs the owner of a file. */
  give(path: string): void {
    if (this.owner !== undefined) chownSync(path, this.owner, this.owner)
  }

  /** @param name - of the log. */
  run(name: string, command: readonly string[], own: Readonly<Record<string, string>> = {}): ChildProcess {
    const { owner } = this
    return this.#spawn(name, command, own, owner === undefined ? {} : { uid: owner, gid: owner })
  }

  /** Runs it as the current user. */
  runAsSelf(
    name: string,
    command: readonly string[],
    own: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    return this.#spawn(name, command, own, {})
  }

  #spawn(
    name: string,
    [program = '', ...args]: readonly string[],
    own: Readonly<Record<string, string>>,
    identity: { readonly uid?: number; readonly gid?: number },
  ): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...identity,
      env: { ...this.#env, ...own },
      stdio: ['ignore', log, log],
      cwd: this.folder,
    })
    this.#children.add(child)
    child.once('exit', () => this.#children.delete(child))
    return child
  }

  lastWordsOf(name: string): string {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8').slice(-LAST_WORDS_CHARACTERS)
  }

  /** Runs it when the programs have ended, before the files are deleted. */
  atTheEnd(work: () => void): void {
    this.#atTheEnd.push(work)
  }

  /** Kills every program, and deletes the files. */
  async stop(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    while (this.#children.size > 0) await pause(50)
    for (const work of this.#atTheEnd) work()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
