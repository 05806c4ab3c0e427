import { expect, it } from 'vitest'

import type { TenantTable } from '@sluice/platform/database/owned-tables'
import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { SIMULATOR_TABLES, simulatorMigrations } from '@sluice/simulators'

import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { type Database, GATEWAY_TABLES, SIMULATOR_TABLE_NAMES } from '../src/composition/tables.ts'
import { describeOnBothDatabases, type OpenFresh } from './databases.ts'

const migrations: MigrationsFor = (dialect) => ({
  ...gatewayMigrations(dialect),
  ...simulatorMigrations(),
})

const service: readonly string[] = GATEWAY_TABLES.service
const tenantTables: readonly TenantTable[] = [...SIMULATOR_TABLES.tenants, ...GATEWAY_TABLES.tenants]
const deadlines = [...SIMULATOR_TABLES.deadlines, ...GATEWAY_TABLES.deadlines]
const realTimes = [...SIMULATOR_TABLES.realTimes, ...GATEWAY_TABLES.realTimes]

/** The wide numbers that are not times. */
const NO_TIME = /(^|_)amount(_minor)?$|^clock_offset_ms$|^(commit_order|position)$/
const WIDE = new Set(['bigint', 'int8'])

interface Table {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly dataType: string }[]
}

async function readTables(open: OpenFresh): Promise<readonly Table[]> {
  const { db } = await open()
  const tables = await db.introspection.getTables()
  return tables.filter(({ name, isView }) => !isView && !name.startsWith('kysely_'))
}

const names = (rows: readonly { readonly table: string; readonly column: string }[]) =>
  rows.map(({ table, column }) => `${table}.${column}`)

describeOnBothDatabases<Database>(
  'the list of merchants’ tables',
  (open) => {
    it('has exactly the tables of the real schema, each once', async () => {
      const listed = [...tenantTables.map(({ table }) => table), ...service].sort()
      expect((await readTables(open)).map(({ name }) => name).sort()).toEqual(listed)
    })

    it('contains the simulators’ tables, even if none is loaded', () => {
      expect(SIMULATOR_TABLES.tenants.map(({ table }) => table).sort()).toEqual(SIMULATOR_TABLE_NAMES)
    })

    it('has existing columns for owners, and removes dependent rows first', async () => {
      const columns = (await readTables(open)).flatMap((table) =>
        table.columns.map(({ name }) => `${table.name}.${name}`),
      )
      const order = tenantTables.map(({ table }) => table)
      for (const { table, column, through } of tenantTables) {
        expect(columns).toContain(`${table}.${column}`)
        if (!through) continue
        expect(columns).toContain(`${through.table}.${through.key}`)
        expect(columns).toContain(`${through.table}.${through.column}`)
        expect(order.indexOf(table), table).toBeLessThan(order.indexOf(through.table))
      }
    })

    it('never treats a table with a merchant’s id as the service’s own', async () => {
      for (const { name, columns } of await readTables(open)) {
        // Only the id of a removed merchant is left.
        if (!service.includes(name) || name === 'removed_merchants') continue
        expect(columns.map((column) => column.name)).not.toContain('merchant_id')
      }
    })
  },
  migrations,
)

describeOnBothDatabases<Database>(
  'the list of deadlines',
  (open) => {
    it('has every stored time, or the reason why it stays real', async () => {
      const times = (await readTables(open)).flatMap((table) =>
        table.columns
          .filter(({ name, dataType }) => WIDE.has(dataType) && !NO_TIME.test(name))
          .map(({ name }) => `${table.name}.${name}`),
      )
      expect([...names(deadlines), ...names(realTimes)].sort()).toEqual(times.sort())
      for (const { because } of realTimes) expect(because).not.toBe('')
    })

    it('has times in wide columns only', async () => {
      for (const { name, columns } of await readTables(open)) {
        const narrow = columns.filter(({ dataType }) => !WIDE.has(dataType))
        for (const column of narrow) expect(`${name}.${column.name}`).not.toMatch(/_(at|until)$/)
      }
    })
  },
  migrations,
)
