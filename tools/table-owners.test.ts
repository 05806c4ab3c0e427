import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { findTableUses, isOwn, listWritersByName, readOwners, type Sources } from './table-owners.ts'

const PACKAGES = join(import.meta.dirname, '../packages')

/** The prefixes of paths in this test; those of the gateway's slices begin with the slice. */
const SOURCES: Readonly<Record<string, string>> = {
  '': join(PACKAGES, 'gateway/src'),
  'cli/': join(PACKAGES, 'cli/src'),
  'identity/': join(PACKAGES, 'identity/src'),
  'platform/': join(PACKAGES, 'platform/src'),
  'portal-api/': join(PACKAGES, 'portal-api/src'),
}

/** Code that reads tables of others, and why. None of it writes them. */
const READERS: readonly (readonly [path: string, tables: readonly string[] | 'all', because: string])[] = [
  ['invariants/', 'all', 'an auditor compares what the slices keep'],
  [
    'composition/infrastructure.ts',
    ['signing_keys'],
    'readiness asks for a row of a table that is always there',
  ],
  ['operator-tools/require-merchant.ts', ['merchants'], 'commands that only read reject unknown merchants'],
  [
    'operator-tools/reset-database.ts',
    ['merchants', 'transactions', 'payment_methods'],
    'their rows are counted before an operator deletes them',
  ],
  [
    'sessions/session.store.ts',
    ['continuations'],
    'a session ends with its hour only while its shopper has not been sent to the bank',
  ],
  [
    'payment-links/count-unpaid.store.ts',
    ['transactions'],
    'one visitor reserves only part of a link with payments that are not confirmed',
  ],
]

/** Code that writes a table given as an argument. */
const WRITERS_BY_NAME: readonly (readonly [path: string, because: string])[] = [
  ['platform/database/claim-due.ts', 'its callers name their own table'],
  ['platform/database/delete-old.ts', 'its callers name their own table'],
  ['platform/secrets/reseal.store.ts', 'a new master key seals by the list of what is sealed'],
  ['platform/database/owned-rows.ts', 'emptying and restoring a sandbox go by the lists of all slices'],
  ['merchants/sandbox.store.ts', 'removing a sandbox and moving its clock go by the lists of all slices'],
  ['platform/database/rebuild-table.ts', 'migrations name the table that they rebuild'],
  ['webhooks/fault-injection.store.ts', 'empties a list of its own tables'],
]

function readSources(): Sources {
  return new Map(
    Object.entries(SOURCES).flatMap(([prefix, folder]) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => [prefix + path, readFileSync(join(folder, path), 'utf8')] as const),
    ),
  )
}

const sources = readSources()
const owners = readOwners(sources)
const uses = findTableUses(sources, owners)
const describeUse = ({ path, line, table }: (typeof uses)[number]) => `${path}:${line} ${table}`

describe('tables of the gateway', () => {
  it('have owners, and are written by them alone', () => {
    expect(owners.size).toBeGreaterThan(35)
    const written = uses.filter(({ kind }) => kind === 'write')
    expect(written.length).toBeGreaterThan(80)
    expect(written.filter((use) => !isOwn(owners, use)).map(describeUse)).toEqual([])
  })

  it('are named by no other slice, but for the listed readers', () => {
    const isListed = ({ path, table }: (typeof uses)[number]) =>
      READERS.some(
        ([reader, tables]) => path.startsWith(reader) && (tables === 'all' || tables.includes(table)),
      )
    expect(uses.filter((use) => !isOwn(owners, use) && !isListed(use)).map(describeUse)).toEqual([])
    for (const [reader, tables] of READERS) {
      const read = uses.filter((use) => use.path.startsWith(reader) && !isOwn(owners, use))
      expect(read.length, `${reader} reads no other slice any more: take it off the list`).toBeGreaterThan(0)
      if (tables !== 'all') expect([...new Set(read.map(({ table }) => table))]).toEqual(tables)
    }
  })

  it('are written by name in the listed places only', () => {
    expect([...listWritersByName(sources)].sort()).toEqual(WRITERS_BY_NAME.map(([path]) => path).sort())
  })
})

describe('findTableUses', () => {
  const DECLARED = 'export interface OrderTables {\n  orders: OrderTable\n  order_lines: OrderLineTable\n}\n'
  const findIn = (text: string) => {
    const house: Sources = new Map([
      ['orders/orders.tables.ts', DECLARED],
      ['shipping/shipping.store.ts', text],
    ])
    return findTableUses(house, readOwners(house)).map(({ kind, table }) => `${kind} ${table}`)
  }

  it.each([
    ["trx.insertInto('orders').values(row)", 'write orders'],
    ["trx\n  .updateTable('order_lines')\n  .set(row)", 'write order_lines'],
    ["deleteOld(db, { table: 'orders', key: ['id'] })", 'write orders'],
    ['sql`update orders set status = 1`', 'write orders'],
    ['sql`insert into order_lines (id) values (1)`', 'write order_lines'],
    ['sql`delete from orders where id = 1`', 'write orders'],
    ["db.selectFrom('orders as mine')", 'read orders'],
    ["db.innerJoin('order_lines', 'order_lines.order_id', 'id')", 'read order_lines'],
    ['sql`select 1 from orders join order_lines on true`', 'read order_lines'],
    ["for (const table of ['orders'] as const) empty(table)", 'read orders'],
  ])('finds the table in %s', (text, expected) => {
    expect(findIn(text)).toContain(expected)
  })

  it('ignores comments and unrelated words', () => {
    expect(findIn("// insertInto('orders')\n/* update orders set */ db.insertInto('parcels')")).toEqual([])
  })

  it('refuses a table with two owners', () => {
    const house: Sources = new Map([
      ['orders/orders.tables.ts', DECLARED],
      ['shipping/shipping.tables.ts', DECLARED],
    ])
    expect(() => readOwners(house)).toThrow('orders is declared by orders and shipping/shipping.tables.ts.')
  })
})
