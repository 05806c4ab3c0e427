import type { Kysely } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { Database } from '../composition/tables.ts'
import { createFindDeliveriesOf } from './transaction-deliveries.store.ts'

const MERCHANT = 'merchant-1'
const APPROVED = 'transaction-svc:transaction:purchase:approved'
const REFUNDED = 'transaction-svc:transaction:refund:approved'

describeOnBothDatabases('webhook deliveries of a transaction', (openFresh) => {
  let db: Kysely<Database>
  beforeEach(async () => {
    db = (await openFresh()).db
    for (const id of ['one', 'two']) await subscribe(id)
  })

  const subscribe = (id: string) =>
    db
      .insertInto('webhook_subscriptions')
      .values({
        merchant_id: MERCHANT,
        id,
        url: 'https://shop.example/hooks',
        filters: '["*"]',
        secret_sealed: Buffer.from('x'),
        status: 'ACTIVE',
        created_at: 1,
      })
      .execute()
  /** An event and its deliveries to these subscriptions. */
  const tell = async (
    id: string,
    transactionId: string,
    type: string,
    atMs: number,
    to: readonly string[],
  ) => {
    const owned = { merchant_id: MERCHANT, created_at: atMs }
    await db
      .insertInto('events')
      .values({ ...owned, id, transaction_id: transactionId, type, payload: '{}' })
      .execute()
    for (const subscription of to)
      await db
        .insertInto('webhook_deliveries')
        .values({
          ...owned,
          id: `${id}.${subscription}`,
          event_id: id,
          subscription_id: subscription,
          status: 'DUE',
          next_at: atMs,
        })
        .execute()
  }
  const attempt = (deliveryId: string, number: number, status: number | null, error: string | null) =>
    db
      .insertInto('webhook_attempts')
      .values({
        merchant_id: MERCHANT,
        delivery_id: deliveryId,
        number,
        started_at: number * 10,
        duration_ms: 7,
        status,
        error,
        response_excerpt: null,
      })
      .execute()

  it('has each event with the number of its deliveries, and each attempt with its result', async () => {
    await tell('msg_2', 't1', REFUNDED, 200, [])
    await tell('msg_1', 't1', APPROVED, 100, ['one', 'two'])
    await tell('msg_3', 't2', APPROVED, 300, ['one'])
    // The second delivery was not tried yet.
    await attempt('msg_1.one', 1, null, 'the connection was refused')
    await attempt('msg_1.one', 2, 200, null)
    await attempt('msg_3.one', 1, 200, null)

    expect(await createFindDeliveriesOf(db)(MERCHANT, 't1', 100)).toEqual({
      events: [
        { id: 'msg_1', type: APPROVED, deliveries: 2, atMs: 100 },
        { id: 'msg_2', type: REFUNDED, deliveries: 0, atMs: 200 },
      ],
      attempts: [
        {
          deliveryId: 'msg_1.one',
          subscriptionId: 'one',
          number: 1,
          status: null,
          error: 'the connection was refused',
          durationMs: 7,
          atMs: 10,
        },
        {
          deliveryId: 'msg_1.one',
          subscriptionId: 'one',
          number: 2,
          status: 200,
          error: null,
          durationMs: 7,
          atMs: 20,
        },
      ],
    })
    expect(await createFindDeliveriesOf(db)('merchant-2', 't1', 100)).toEqual({ events: [], attempts: [] })
  })
})
