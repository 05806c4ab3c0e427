/**
 * Compares the declared erasure in the tables files with the columns of the schema, and with the actual changes of
 * the rows.
 */
import type { Customer } from '@sluice/types'
import type { TableErasure } from '@sluice/platform/database/owned-tables'
import { expect, it } from 'vitest'

import { gatewayMigrations } from '../src/composition/gateway-migrations.ts'
import { type Database, GATEWAY_TABLES } from '../src/composition/tables.ts'
import type { Row } from './books.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { describeOnBothDatabases } from './databases.ts'

const tables = Object.entries(GATEWAY_TABLES.erasure as Readonly<Record<string, TableErasure>>)

const columnsOf = (text = '') => text.split(/\s+/).filter(Boolean)

describeOnBothDatabases<Database>(
  'the columns that erasing a customer empties, deletes or keeps',
  (open) => {
    it('are all columns of the schema, each once', async () => {
      const { db } = await open()
      const schema = (await db.introspection.getTables())
        .filter(({ name, isView }) => !isView && !name.startsWith('kysely_'))
        .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      const listed = tables.flatMap(([name, { emptied, deleted, kept }]) =>
        [emptied, deleted, kept].flatMap(columnsOf).map((column) => `${name}.${column}`),
      )
      expect(listed.toSorted()).toEqual(schema.toSorted())
    })
  },
  gatewayMigrations,
)

/** Columns with values from other requests; the tests of their stores check that they are emptied. */
const SHOWN_ELSEWHERE = [
  'provider_events.due_at',
  'provider_events.sealed_event',
  'provider_events.state',
  'provider_orders.provider_user_id',
  // No rule counts payments here.
  'risk_events.id',
  'risk_events.transaction_id',
  'transactions.counted_as',
  'sandbox_snapshots.contents',
  'sandbox_snapshots.row_count',
  'sandbox_snapshots.transaction_count',
  // Set where a receiver answers with a text: `erase-customer.http.test.ts`.
  'webhook_attempts.response_excerpt',
]

/** Identifies the rows of a table by members that erasure keeps. */
const KEYS = [
  'merchant_id',
  'id',
  'id_hash',
  'transaction_id',
  'attempt_id',
  'delivery_id',
  'number',
  'subject',
]

describeAtBothGateways('erasing a customer', (current) => {
  const gateway = () => current().gateway

  async function readRows() {
    const rows = await Promise.all(
      tables.map(async ([name]) => [name, await gateway().books.query(`select * from ${name}`)] as const),
    )
    return new Map(rows)
  }

  it('empties exactly the columns that the tables files name in payments, sessions and events', async () => {
    const { body: customer } = await gateway().send<Customer>('POST', '/api/customers', {
      email: 'eve@example.com',
      first_name: 'Eve',
      last_name: 'Quast',
      phone: '+46701740605',
      description: 'VIP',
      address: { address: 'Gatan 1', city: 'Uppsala', country: 'SE', postal_code: '75321', region: 'C' },
    })
    const { id } = customer
    const body = {
      customer: { id, email: 'eve@example.com', first_name: 'Eve' },
      customer_ip: '203.0.113.77',
      tokenization: { save_card_for_future_payments: true },
    }
    await gateway().authorize({ flow: 'NO_3DS', body })
    await gateway().authorize({ flow: 'NO_3DS', body, metadata: { response_code: '1004' } })
    const session = gateway().sessionRequest({ customer: { id, email: 'eve@example.com' } })
    const { id: sessionId } = await gateway().post<{ id: string }>('/api/sessions', session)
    await gateway().send('POST', `/api/sessions/${sessionId}/cancel`)

    const before = await readRows()
    expect((await gateway().send('DELETE', `/api/customers/${id}`)).status).toBe(204)
    const after = await readRows()

    const emptied = new Set<string>()
    for (const [name, erasure] of tables) {
      const leaves = columnsOf(erasure.emptied)
      if (leaves.length === 0) continue
      const keys = KEYS.filter((key) => !leaves.includes(key))
      const keyOf = (row: Row) => JSON.stringify(keys.map((key) => row[key]))
      const earlier = new Map((before.get(name) ?? []).map((row) => [keyOf(row), row]))
      for (const row of after.get(name) ?? []) {
        const was = earlier.get(keyOf(row))
        if (was === undefined) continue
        const changed = Object.keys(row).filter((column) => String(row[column]) !== String(was[column]))
        for (const column of changed) emptied.add(`${name}.${column}`)
      }
    }
    const expected = tables.flatMap(([name, erasure]) =>
      columnsOf(erasure.emptied).map((column) => `${name}.${column}`),
    )
    const marked = ['customers.erased_at', 'customers.erasure_due_at']
    expect([...emptied].toSorted()).toEqual(
      [...expected.filter((column) => !SHOWN_ELSEWHERE.includes(column)), ...marked].toSorted(),
    )
    for (const [name, { deleted }] of tables)
      if (deleted !== undefined) expect(after.get(name), name).toEqual([])
    expect(before.get('payment_methods')).not.toEqual([])
  })
})
