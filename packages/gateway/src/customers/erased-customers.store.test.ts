import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../test/databases.ts'
import { ERASED_CUSTOMER, LEFT_OF_CUSTOMER } from './customers.tables.ts'

describeOnBothDatabases('the columns of customers', (open) => {
  it('are erased with the person, or say nothing about who that was', async () => {
    const { db } = await open()
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'customers')?.columns.map(({ name }) => name)
    expect(columns?.toSorted()).toEqual([...Object.keys(ERASED_CUSTOMER), ...LEFT_OF_CUSTOMER].toSorted())
  })
})
