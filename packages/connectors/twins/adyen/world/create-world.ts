import { randomUUID } from 'node:crypto'

import type { TwinEvent, World } from './world.ts'

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const PSP_CHARS = 16

/** Creates a world without payments. */
export function createWorld(options: {
  readonly nowMs: () => number
  readonly publicUrl: () => string
  readonly emit: (event: TwinEvent) => void
}): World {
  let count = 0
  return {
    ...options,
    newPsp() {
      count += 1
      let rest = count
      let psp = ''
      for (let place = 0; place < PSP_CHARS; place += 1) {
        psp = (LETTERS[rest % LETTERS.length] ?? 'B') + psp
        rest = Math.floor(rest / LETTERS.length)
      }
      return psp
    },
    newToken: (prefix) => `${prefix}${randomUUID().replaceAll('-', '')}${randomUUID().replaceAll('-', '')}`,
    newUuid: () => randomUUID(),
    payments: new Map(),
    planned: [],
  }
}
