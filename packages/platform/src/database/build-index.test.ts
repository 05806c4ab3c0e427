import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { buildIndex } from './build-index.ts'

const INDEX = { name: 'payments_later', table: 'payments', on: '(version)' }

type Look = Readonly<{ isValid: boolean | null; isUnderWay: boolean }>

const VALID: Look = { isValid: true, isUnderWay: false }
const LEFT: Look = { isValid: false, isUnderWay: false }
const UNDER_WAY: Look = { isValid: false, isUnderWay: true }

/** A server that answers each look in turn; it keeps the statements that change something. */
function openScripted(looks: Look[], locks: boolean[] = []) {
  const changes: string[] = []
  const answer = (text: string): readonly unknown[] => {
    if (text.includes('pg_stat_progress_create_index')) return looks.splice(0, 1)
    if (text.includes('relkind') || text.includes('pg_advisory_unlock')) return []
    if (text.includes('pg_try_advisory_lock')) return [{ isOurs: locks.shift() ?? true }]
    if (text.includes('indisvalid')) return [VALID]
    changes.push(text)
    return []
  }
  class ScriptedDriver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async <R>({ sql }: { readonly sql: string }) => ({ rows: [...answer(sql)] as R[] }),
        async *streamQuery() {},
      }
    }
  }
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ScriptedDriver(),
      createIntrospector: (opened) => new PostgresIntrospector(opened),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, changes, looks }
}

describe('buildIndex', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const build = async (looks: Look[], locks: boolean[] = []) => {
    const { db, changes } = openScripted(looks, locks)
    const built = buildIndex({ building: db, locking: db }, INDEX)
    await vi.runAllTimersAsync()
    await built
    return changes
  }

  it('keeps an index whose build ended between two checks', async () => {
    expect(await build([UNDER_WAY, LEFT, VALID])).toEqual([])
    expect(await build([LEFT, UNDER_WAY, LEFT, VALID])).toEqual([])
  })

  it('drops one that two checks in a row found unfinished, and builds it again', async () => {
    expect(await build([LEFT, LEFT, LEFT])).toEqual([
      'drop index concurrently if exists "payments_later"',
      'create index concurrently if not exists payments_later on payments (version)',
    ])
  })

  it('does not disturb another process that repairs the same one', async () => {
    // It has the lock, and then it is done.
    expect(await build([LEFT, LEFT, VALID], [false])).toEqual([])
    // It was done, or had begun, between our look and our lock.
    expect(await build([LEFT, LEFT, VALID])).toEqual([])
    expect(await build([LEFT, LEFT, UNDER_WAY, UNDER_WAY, VALID])).toEqual([])
  })
})
