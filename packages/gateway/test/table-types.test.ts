import { expect, it } from 'vitest'

import type { MigrationsFor } from '@sluice/platform/database/open-database'
import { simulatorMigrations } from '@sluice/simulators'

import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import type { Database } from '../src/composition/tables.ts'
import { describeOnBothDatabases } from './databases.ts'
import { readTableTypes } from './read-table-types.ts'

const migrations: MigrationsFor = (dialect) => ({
  ...gatewayMigrations(dialect),
  ...simulatorMigrations(),
})

/** The TypeScript type that drivers read from a column of the SQL type. */
const HOLDS: Readonly<Record<string, string>> = {
  text: 'string',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  blob: 'Buffer',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bytea: 'Buffer',
}

const types = readTableTypes()

describeOnBothDatabases<Database>(
  'the types of the tables',
  (open, { dialect }) => {
    const readColumns = async () => {
      const tables = await (await open()).db.introspection.getTables()
      return tables
        .filter(({ name }) => !name.startsWith('kysely_'))
        .flatMap(({ name, columns }) =>
          columns.map((column) => ({ ...column, name: `${name}.${column.name}` })),
        )
    }

    it('have the columns of the schema, and no others', async () => {
      const columns = await readColumns()
      expect(columns.length).toBeGreaterThan(300)
      expect([...types.keys()].sort()).toEqual(columns.map(({ name }) => name).sort())
    })

    it('match the type of each column', async () => {
      const read = (await readColumns()).map(({ name, dataType }) => [name, HOLDS[dataType.toLowerCase()]])
      const said = [...types].map(([name, { holds }]) => [name, holds])
      expect(said.sort()).toEqual(read.sort())
    })

    it('make exactly those columns optional in inserts that the database can fill', async () => {
      for (const { name, isNullable, hasDefaultValue } of await readColumns()) {
        const mayBeMissing = isNullable || hasDefaultValue
        if (types.get(name)?.isOptional === true) expect(mayBeMissing, name).toBe(true)
      }
    })

    // SQLite reports text keys as nullable. The same migrations create both schemas.
    if (dialect === 'postgres') {
      it('are nullable where the schema is', async () => {
        const read = (await readColumns()).map(({ name, isNullable }) => [name, isNullable])
        const said = [...types].map(([name, { isNullable }]) => [name, isNullable])
        expect(said.sort()).toEqual(read.sort())
      })
    }
  },
  migrations,
)
