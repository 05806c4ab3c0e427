import fileSystem, { promises as files } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers/promises'

/**
 * The work of threads for a gateway: WebCrypto for tokens, reads of the master key. Flushes of the database's log
 * run in parallel.
 */
const THREADED = {
  crypto: {
    of: Object.getPrototypeOf(globalThis.crypto.subtle) as object,
    names: ['importKey', 'exportKey', 'sign', 'verify', 'digest', 'encrypt', 'decrypt', 'deriveBits'],
  },
  files: { of: files, names: ['readFile', 'writeFile', 'rename'] },
} as const

type Method = (...words: unknown[]) => Promise<unknown>

/** A request to a thread. */
interface Asked {
  /** Settles when the work is done; never rejects. */
  readonly done: Promise<unknown>
  readonly tell: () => void
}

/** The held requests, in their order. */
const asked: Asked[] = []
let isHeld = false
/** The number of running requests that are not held. */
let atWork = 0
/** The end of the last of them, including all before it. */
let told: Promise<unknown> = Promise.resolve()

/** Longer than any scenario. Node has no longer timers. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Delivers the results of threads when nothing else moves, one after the other, and lets no timer of the machine fire:
 * durations do not change any order. Until the given function is called, which delivers all the rest. Not together with
 * a server: delivering its answers when nothing else moves needs both.
 */
export function holdMachine(): () => void {
  const { setTimeout: start } = globalThis
  const replace = (value: unknown) =>
    Object.defineProperty(globalThis, 'setTimeout', { configurable: true, writable: true, value })
  const never = (ring: () => void): NodeJS.Timeout => start(ring, NEVER_MS).unref()
  isHeld = true
  replace(never)
  return () => {
    isHeld = false
    replace(start)
    for (const { tell } of asked.splice(0)) tell()
  }
}

/**
 * Counts the work of threads, and delivers the results in the order of the requests, until the given function is
 * called. How much else moves before is left to them, unless they are held: {@link holdMachine}
 */
export function watchThreads(): () => void {
  const restores = Object.values(THREADED).flatMap(({ of, names }) =>
    names.map((name) => {
      const methods = of as Record<string, Method>
      const own = methods[name] as Method
      methods[name] = async function watched(...words) {
        const done = own.apply(this, words)
        await inTurn(done)
        return done
      }
      return () => void (methods[name] = own)
    }),
  )
  restores.push(watchFlushes())
  syncBuiltinESMExports()
  return () => {
    for (const restore of restores) restore()
    syncBuiltinESMExports()
  }
}

/** The same for flushes, which call back. A disk in memory has flushed before a thread had begun: none is asked. */
function watchFlushes(): () => undefined {
  const own = fileSystem.fdatasync
  const watched = (descriptor: number, callback: (error: NodeJS.ErrnoException | null) => void): void => {
    const error = flush(descriptor)
    void inTurn(Promise.resolve()).then(() => callback(error))
  }
  fileSystem.fdatasync = Object.assign(watched, { __promisify__: own.__promisify__ })
  return () => void (fileSystem.fdatasync = own)
}

function flush(descriptor: number): NodeJS.ErrnoException | null {
  try {
    fileSystem.fdatasyncSync(descriptor)
    return null
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/** Resolves when its end is delivered, in the order of the requests. */
async function inTurn(done: Promise<unknown>): Promise<void> {
  const ended = done.catch(() => undefined)
  if (isHeld) return new Promise((tell) => asked.push({ done: ended, tell }))
  atWork += 1
  const mine = told.then(() => ended)
  told = mine
  await mine
  atWork -= 1
}

async function resolveNextOfThreads(): Promise<boolean> {
  const next = asked.shift()
  await next?.done
  next?.tell()
  return next !== undefined
}

/** Each delivers one external answer; false if there is none. */
const outside = new Set<() => Promise<boolean>>()

/** Delivers external answers when nothing else runs, until the returned function is called. */
export function listenTo(tellNext: () => Promise<boolean>): () => void {
  outside.add(tellNext)
  return () => void outside.delete(tellNext)
}

/**
 * Waits until nothing in this process can continue by itself: no callback is queued, no thread is busy, no answer
 * is due.
 */
export async function untilQuiet(): Promise<void> {
  do {
    do await setImmediate()
    while (atWork > 0 || process.getActiveResourcesInfo().includes('Immediate'))
  } while ((await resolveNextOfThreads()) || (await hearNext()))
}

async function hearNext(): Promise<boolean> {
  for (const tellNext of outside) if (await tellNext()) return true
  return false
}
