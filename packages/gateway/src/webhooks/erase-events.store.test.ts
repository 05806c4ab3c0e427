import type { Kysely } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { Database } from '../composition/tables.ts'
import { eraseEventsOf } from './erase-events.store.ts'

const MERCHANT = 'merchant-1'
/** A JSON reader would take digits off the number. */
const UNCHANGED = '"id":"t1","amount":1850,"rate":0.10000000000000000001'
const PERSONAL = String.raw`"customer_email":"anna@example.com","customer_last_name":"\"Å\" \\"`

describeOnBothDatabases('events of payments whose customer is erased', (openFresh) => {
  let db: Kysely<Database>
  beforeEach(async () => {
    db = (await openFresh()).db
  })

  /** An event of a transaction, delivered to a subscription whose receiver answered. */
  const addTold = async (merchantId: string, transactionId: string, payload: string) => {
    const eventId = `msg_${transactionId}`
    const owned = { merchant_id: merchantId, created_at: 1 }
    await db
      .insertInto('events')
      .values({ ...owned, id: eventId, transaction_id: transactionId, type: 'x', payload })
      .execute()
    await db
      .insertInto('webhook_attempts')
      .values({
        merchant_id: merchantId,
        delivery_id: `${eventId}.hooks`,
        number: 1,
        started_at: 1,
        duration_ms: 1,
        status: 200,
        error: null,
        response_excerpt: 'thank you, Anna',
      })
      .execute()
  }
  const subscribe = (merchantId: string) =>
    db
      .insertInto('webhook_subscriptions')
      .values({
        merchant_id: merchantId,
        id: 'hooks',
        url: 'https://shop.example/hooks',
        filters: '["*"]',
        secret_sealed: Buffer.from('x'),
        status: 'ACTIVE',
        created_at: 1,
      })
      .execute()
  const erase = (...transactionIds: readonly string[]) =>
    db.transaction().execute((trx) => eraseEventsOf(trx, MERCHANT, transactionIds))
  const payloads = async () => {
    const rows = await db
      .selectFrom('events')
      .select('payload')
      .orderBy('merchant_id')
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => payload)
  }
  const excerpts = async () => {
    const rows = await db
      .selectFrom('webhook_attempts')
      .select('response_excerpt')
      .orderBy('merchant_id')
      .orderBy('delivery_id')
      .execute()
    return rows.map((row) => row.response_excerpt)
  }

  it('keep every digit of the numbers next to personal members, and nothing that receivers answered', async () => {
    await subscribe(MERCHANT)
    await addTold(MERCHANT, 't1', `{${UNCHANGED},${PERSONAL}}`)
    await addTold(MERCHANT, 't2', `{${UNCHANGED}}`)
    await erase('t1', 't2')
    expect(await payloads()).toEqual([
      `{${UNCHANGED},"customer_email":null,"customer_last_name":null}`,
      `{${UNCHANGED}}`,
    ])
    expect(await excerpts()).toEqual([null, null])
  })

  it('are only those of the merchant and of these payments', async () => {
    const payload = `{${UNCHANGED},${PERSONAL}}`
    for (const merchantId of [MERCHANT, 'merchant-2']) {
      await subscribe(merchantId)
      await addTold(merchantId, 't1', payload)
    }
    await addTold(MERCHANT, 't2', payload)
    await erase('t2')
    expect((await payloads()).map((text) => text === payload)).toEqual([true, false, true])
    expect((await excerpts()).map((text) => text === null)).toEqual([false, true, false])
  })
})
