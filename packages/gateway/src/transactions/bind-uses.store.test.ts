import { afterEach, beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { makeEvent, makeOpening, NOW_MS } from '../../test/transaction-fixtures.ts'
import type { OpenDatabase } from '../platform/database/open-database.ts'
import { createTransact } from '../platform/database/transact.ts'
import { createSystemRandom, systemTimers } from '../platform/system.ts'
import { createAddToOutbox } from '../webhooks/index.ts'
import type { Transaction } from './transaction.ts'
import type { TransactionStore } from './transaction-store.ts'
import { createTransactionStore } from './transaction.store.ts'

const HOUR_MS = 3_600_000
const CLOCKS_DIFFER_MS = 300_000
const clock = { now: () => NOW_MS }
const TOKEN = { field: 'gwallet_pay_token', useKey: 'message-1', expiresAtMs: NOW_MS + HOUR_MS } as const

describeOnBothDatabases('a wallet token', (openFresh) => {
  let database: OpenDatabase
  let store: TransactionStore

  beforeEach(async () => {
    database = await openFresh()
    store = createTransactionStore({
      ...database,
      transact: createTransact({ db: database.db, random: createSystemRandom(clock), timers: systemTimers }),
      clock,
      saving: { keep: () => Promise.resolve(), settle: () => Promise.resolve(null) },
      addToOutbox: createAddToOutbox(() => undefined),
    })
  })
  afterEach(() => database.close())

  /** INVALID orders do not hold their reference, so that only the token stands in the way. */
  const pay = (changes: Partial<Transaction>) =>
    store.open({
      ...makeOpening({ status: 'INVALID', reference: 'order-1', ...changes }),
      attempt: null,
      continuation: null,
      event: makeEvent(),
      uses: [TOKEN],
    })

  it('belongs to its order: terminal, reference and merchant', async () => {
    expect(await pay({})).toEqual({ kind: 'opened' })
    expect(await pay({})).toEqual({ kind: 'opened' })
    for (const another of [
      { reference: 'order-2' },
      { terminalId: 'T00000000002' },
      { merchantId: 'merchant-2' },
    ])
      expect(await pay(another)).toEqual({ kind: 'wallet_token_used' })
    expect(await database.db.selectFrom('transactions').select('id').execute()).toHaveLength(2)
  })

  it('pays one of those who come at once', async () => {
    const results = await Promise.all(['1', '2', '3', '4'].map((reference) => pay({ reference })))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['opened', ...Array(3).fill('wallet_token_used')])
  })

  it('is forgotten once it has ended by every clock', async () => {
    await pay({})
    await store.forgetOld(TOKEN.expiresAtMs + CLOCKS_DIFFER_MS - 1)
    expect(await pay({ reference: 'order-2' })).toEqual({ kind: 'wallet_token_used' })
    await store.forgetOld(TOKEN.expiresAtMs + CLOCKS_DIFFER_MS)
    expect(await database.db.selectFrom('wallet_token_uses').selectAll().execute()).toEqual([])
  })
})
