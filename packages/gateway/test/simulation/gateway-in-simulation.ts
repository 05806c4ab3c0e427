import { cpSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type Adapters, type App, buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { makeUuid, type Random } from '../../src/kernel/random.ts'
import { sha256Base64Url } from '../../src/platform/crypto/aead.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../no-assets.ts'
import type { Chance } from './chance.ts'
import { FaultyStorage } from './faulty-storage.ts'
import type { Turns } from './turns.ts'

/** Nothing listens there: requests are handed over. */
export const HOST = '127.0.0.1:49999'

/** What a request brings, and what comes back. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/** The outside of a gateway, as far as a scenario owns it. */
export type Surroundings = Required<Pick<Adapters, 'providers' | 'threeDsServer' | 'postWebhook'>>

/** One life of a gateway process: from its start until it dies or is stopped. */
interface Life {
  readonly name: string
  readonly dataDir: string
  readonly app: App
}

/**
 * A gateway that may die at any await and be started again. When it dies, what stands on its disk is copied: the next life
 * begins with the copy, and what the dead one still does happens to a disk that is not read any more.
 */
export class GatewayInSimulation {
  readonly storage: FaultyStorage
  /** What it wrote into its log, of all its lives, without what a real clock measured. */
  readonly logged: string[] = []
  readonly #isLogging: boolean
  readonly #turns: Turns
  readonly #chance: Chance
  readonly #surroundings: (life: string) => Surroundings
  readonly #folder: string
  #dataDir: string
  #life: Life | null = null
  #dead: Life[] = []
  #lives = 0

  /** @param template - a data directory to begin with; it stays as it is. */
  constructor(
    world: {
      readonly turns: Turns
      readonly chance: Chance
      readonly folder: string
      readonly isLogging: boolean
    },
    template: string,
    surroundings: (life: string) => Surroundings,
  ) {
    this.#turns = world.turns
    this.#chance = world.chance
    this.#surroundings = surroundings
    this.#isLogging = world.isLogging
    this.#folder = mkdtempSync(join(world.folder, 'scenario-'))
    this.#dataDir = this.#copyDisk(template)
    this.storage = new FaultyStorage(world.turns, world.chance)
  }

  /** Where the living one keeps its data, or the last one did. */
  get dataDir(): string {
    return this.#dataDir
  }

  get isAlive(): boolean {
    return this.#life !== null
  }

  /** @throws When its storage fails meanwhile: the process has ended, as it would by itself. */
  async start(): Promise<void> {
    const name = `gateway ${this.#lives}`
    const app = await buildApp(configFor(this.#dataDir, this.#isLogging ? 'trace' : 'silent'), {
      ...this.#surroundings(name),
      clock: { now: () => this.#turns.nowMs },
      realTime: { now: () => this.#turns.nowMs },
      random: seededRandom(this.#chance, name, () => this.#turns.nowMs),
      timers: this.#turns.timersOf(name),
      aroundStatements: this.storage.watch(name),
      logDestination: { write: (line) => void this.logged.push(line.replaceAll(MEASURED, '')) },
      verifyAnswers: true,
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      portalProgram: NO_PORTAL,
    }).catch((error: unknown) => {
      this.#turns.stop(name)
      this.#dataDir = this.#copyDisk(this.#dataDir)
      throw error
    })
    this.#life = { name, dataDir: this.#dataDir, app }
  }

  /** Hands a request over; rejects when nothing runs there, and never ends when the process dies meanwhile. */
  async ask({ method, path, headers, body }: Question): Promise<Reply> {
    const life = this.#life
    if (life === null) throw new Error('connect ECONNREFUSED')
    const { statusCode, body: text } = await life.app.server.inject({
      method,
      url: path,
      headers: { host: HOST, 'user-agent': 'simulation', ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    // A dead process answers nothing.
    if (this.#life !== life) return new Promise(() => undefined)
    return { status: statusCode, text }
  }

  /** Ends the process between two steps, with everything that it was about to do. */
  die(): void {
    const life = this.#life
    if (life === null) return
    this.#dataDir = this.#copyDisk(life.dataDir)
    this.#turns.stop(life.name)
    this.#life = null
    this.#dead.push(life)
  }

  /** Ends every life, also of the dead, and removes every disk. The scenario must be over. */
  async close(): Promise<void> {
    this.storage.errorShare = 0
    const lives = [...this.#dead, ...(this.#life ? [this.#life] : [])]
    await Promise.all(lives.map(({ app }) => app.close()))
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #copyDisk(from: string): string {
    const to = join(this.#folder, `life-${this.#lives}`)
    this.#lives += 1
    cpSync(from, to, { recursive: true })
    // The directory of secrets in memory is named after the data directory.
    const runtime = join(to, RUNTIME)
    for (const name of readdirSync(runtime)) renameSync(join(runtime, name), join(runtime, nameOfPlace(to)))
    return to
  }
}

/** Members of a line that come from this machine's clock. */
const MEASURED = /"(?:time|duration_ms)":(?:"[^"]*"|[\d.]+),?/g

const RUNTIME = 'runtime'

const nameOfPlace = (dataDir: string): string =>
  `sluice-${sha256Base64Url(realpathSync(dataDir)).slice(0, 16)}`

/** The configuration of a gateway with a data directory. */
export function configFor(dataDir: string, logLevel = 'silent') {
  const reading = readConfig(
    { port: HOST.split(':')[1] ?? '', data: dataDir },
    { SLUICE_LOG_LEVEL: logLevel, SLUICE_RUNTIME_DIR: join(dataDir, RUNTIME) },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.config
}

/** Bytes that follow from the seed: every id, nonce and capability. */
export function seededRandom(chance: Chance, name: string, nowMs: () => number): Random {
  const dice = chance.of(`random of ${name}`)
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => dice.whole(256))
  return { bytes, uuid: () => makeUuid(nowMs(), bytes(16)) }
}
