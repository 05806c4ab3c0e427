import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'

import type { Fate } from './kill-points.ts'

const PROGRAM = join(import.meta.dirname, 'gateway-under-proof.ts')
/** A bug that is planted in a suite is also planted in the processes that it starts. */
const PLANTING =
  process.env['PLANTED_BUG'] === undefined
    ? []
    : [`--import=${join(import.meta.dirname, '../tools/planted-bugs/plant-in-process.ts')}`]

/** The parameters of a process. */
export interface Birth {
  /** Options of `sluice-gateway start`. */
  readonly flags: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly fate: Fate | null
  /** The offset of its clock from this machine's. */
  readonly aheadMs: number
  /** The timeout of a webhook's receiver; null for the default. */
  readonly webhookDeadlineMs: number | null
}

export interface Asked {
  readonly number: number
  readonly kind: 'advance' | 'measure' | 'dump' | 'close'
  readonly ms?: number
  /** The location of a dump of its memory. */
  readonly path?: string
}

export interface Told {
  /** The id of the request; 0 for the message that the process is ready. */
  readonly number?: number
  readonly ready?: SandboxCredentials | null
  readonly done?: number
  readonly measures?: ProcessMeasures
}

/** The statistics of a gateway process. */
export interface ProcessMeasures {
  /** The number of authorizations that it requested from card providers. */
  readonly providerCalls: number
  /** The memory after a garbage collection. */
  readonly heapUsedBytes: number
  readonly rssBytes: number
  /** The 99th percentile of its event loop's delay, since the last measurement. */
  readonly loopDelayP99Ms: number
}

/** A gateway in a separate process. */
export interface GatewayProcess {
  /** The demo merchant's credentials, with this process's address. */
  readonly ready: SandboxCredentials
  readonly startedInMs: number
  readonly isAlive: () => boolean
  /** Settles when the process ends, for any reason. */
  readonly ended: Promise<void>
  /** Moves its clock and runs everything that became due. Returns how much was done. */
  advance(ms: number): Promise<number>
  /** The process id of the system. */
  readonly pid: number
  measure(): Promise<ProcessMeasures>
  /** Writes its memory into the files that `filesOf` names, after a garbage collection. */
  dump(path: string): Promise<void>
  kill(): Promise<void>
  /** Ends it with a signal. */
  close(): Promise<void>
}

/**
 * Starts a gateway process and waits until it is ready.
 *
 * @throws When it ends before that; what it wrote went to our standard error output.
 */
export async function startGatewayProcess(
  flags: Readonly<Record<string, string>>,
  more: {
    readonly env?: Readonly<Record<string, string>>
    readonly fate?: Fate | null
    readonly aheadMs?: number
    readonly webhookDeadlineMs?: number | null
  } = {},
): Promise<GatewayProcess> {
  const beginsAt = performance.now()
  const { env = {}, fate = null, aheadMs = 0, webhookDeadlineMs = null } = more
  const birth: Birth = { flags, env, fate, aheadMs, webhookDeadlineMs }
  const child = fork(PROGRAM, [JSON.stringify(birth)], {
    execArgv: ['--conditions=@sluice/source', '--expose-gc', ...PLANTING],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Most of a start is the compilation of the sources, and a proof starts many processes.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
  })
  const ended = once(child, 'exit').then(() => undefined)
  const { ready } = await hearFrom(child, 0)
  if (!ready) throw new Error('no demo merchant')

  let asked = 0
  const ask = async (question: Omit<Asked, 'number'>): Promise<Told> => {
    asked += 1
    child.send({ ...question, number: asked } satisfies Asked)
    return hearFrom(child, asked)
  }
  return {
    ready,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - beginsAt,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ended,
    advance: async (ms) => (await ask({ kind: 'advance', ms })).done ?? 0,
    async measure() {
      const { measures } = await ask({ kind: 'measure' })
      if (!measures) throw new Error('the gateway process measured nothing')
      return measures
    },
    async dump(path) {
      await ask({ kind: 'dump', path })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async close() {
      if (child.connected) {
        await ask({ kind: 'close' })
        child.disconnect()
      }
      await ended
    },
  }
}

function hearFrom(child: ChildProcess, number: number): Promise<Told> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      child.off('message', hear)
      child.off('exit', lose)
    }
    const hear = (told: Told): void => {
      if (told.number !== number) return
      settle()
      resolve(told)
    }
    const lose = (code: number | null, signal: string | null): void => {
      settle()
      reject(new Error(`the gateway process ended with ${code ?? signal}`))
    }
    child.on('message', hear)
    child.once('exit', lose)
  })
}
