/** Simulates the death of a gateway in this process: from one write on, nothing that it sends reaches its database. */
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { vi } from 'vitest'

import type { Pipeline } from '@sluice/platform/database/pipeline'

export interface MortalDatabase {
  readonly isDead: boolean
  /** Kills the gateway at its n-th write from now on, counted from 1. */
  dieAt(write: number): void
  /** Kills it now. */
  die(): void
  /** Restarts it. Returns whether it had died. */
  revive(): boolean
  restore(): void
}

class Killed extends Error {
  override readonly name = 'Killed'
}

const isWrite = (text: string): boolean => /^\s*(with .* )?(insert|update|delete)\b/is.test(text)
/** The statements that a dead connection runs on its own. */
const isRollback = (text: string): boolean => /^\s*rollback\b/i.test(text)

/** Intercepts all database calls of gateways in this process until it is restored. */
export function makeDatabaseMortal(): MortalDatabase {
  let left = Number.POSITIVE_INFINITY
  let isDead = false
  /** @throws {@link Killed} */
  const pass = (texts: readonly string[]): void => {
    if (texts.some(isWrite)) left -= 1
    isDead ||= left <= 0
    if (isDead && !texts.every(isRollback)) throw new Killed('killed')
  }

  const memory = new SqliteDatabase(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as SqliteDatabase.Statement
  memory.close()
  const spies = (['run', 'all', 'get'] as const).map((method) => {
    const original = statement[method]
    return vi.spyOn(statement, method).mockImplementation(function (
      this: SqliteDatabase.Statement,
      ...values
    ) {
      pass([this.source])
      return Reflect.apply(original, this, values) as never
    })
  })
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  const ofPostgres = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args
    const texts = typeof asked === 'string' ? [asked] : (asked as Pipeline).statements.map(({ text }) => text)
    try {
      pass(texts)
    } catch (error) {
      return Promise.reject(error) as never
    }
    return Reflect.apply(query, this, args) as never
  })

  return {
    get isDead() {
      return isDead
    },
    dieAt: (write) => void (left = write),
    die: () => void (isDead = true),
    revive() {
      const wasDead = isDead
      isDead = false
      left = Number.POSITIVE_INFINITY
      return wasDead
    },
    restore() {
      for (const spy of [...spies, ofPostgres]) spy.mockRestore()
    },
  }
}
