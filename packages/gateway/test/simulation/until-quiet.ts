import fileSystem, { promises as files } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers/promises'

/** What threads do for a gateway: WebCrypto for tokens, reads of the master key. Flushes of the database's log are beside them. */
const THREADED = {
  crypto: {
    of: Object.getPrototypeOf(globalThis.crypto.subtle) as object,
    names: ['importKey', 'exportKey', 'sign', 'verify', 'digest', 'encrypt', 'decrypt', 'deriveBits'],
  },
  files: { of: files, names: ['readFile', 'writeFile', 'rename'] },
} as const

type Method = (...words: unknown[]) => Promise<unknown>

/** Calls that a thread is at work on. */
let atWork = 0
/** Of the last of them, with all before it. */
let told: Promise<unknown> = Promise.resolve()

/**
 * Counts what threads are at work on, and gives their results in the order in which they were asked for, until the given
 * function is called.
 */
export function watchThreads(): () => void {
  const restores = Object.values(THREADED).flatMap(({ of, names }) =>
    names.map((name) => {
      const methods = of as Record<string, Method>
      const own = methods[name] as Method
      methods[name] = async function watched(...words) {
        atWork += 1
        const done = own.apply(this, words)
        const inTurn = told.then(() => done)
        told = inTurn.catch(() => undefined)
        try {
          return await inTurn
        } finally {
          atWork -= 1
        }
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

/** The same for flushes, which call back. */
function watchFlushes(): () => undefined {
  const own = fileSystem.fdatasync
  const watched = (descriptor: number, callback: (error: NodeJS.ErrnoException | null) => void): void => {
    atWork += 1
    const done = new Promise<NodeJS.ErrnoException | null>((resolve) => own(descriptor, resolve))
    told = told.then(async () => {
      callback(await done)
      atWork -= 1
    })
  }
  fileSystem.fdatasync = Object.assign(watched, { __promisify__: own.__promisify__ })
  return () => void (fileSystem.fdatasync = own)
}

/** Each tells one answer that came from outside; false when there is none. */
const outside = new Set<() => Promise<boolean>>()

/** What comes from outside is told when nothing else moves, until the given function is called. */
export function listenTo(tellNext: () => Promise<boolean>): () => void {
  outside.add(tellNext)
  return () => void outside.delete(tellNext)
}

/** Waits until nothing in this process can go on by itself: no callback is queued, no thread is at work, no answer is due. */
export async function untilQuiet(): Promise<void> {
  do {
    do await setImmediate()
    while (atWork > 0 || process.getActiveResourcesInfo().includes('Immediate'))
  } while (await hearNext())
}

async function hearNext(): Promise<boolean> {
  for (const tellNext of outside) if (await tellNext()) return true
  return false
}
