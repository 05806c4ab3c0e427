import { afterEach, beforeEach, expect, it } from 'vitest'

import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { type OneTimeUse, type PaidOrder, UsedElsewhere, type UseRefusal } from './one-time-use.ts'
import { createOneTimeUses } from './one-time-uses.store.ts'
import type { PaymentMethodTables } from './payment-methods.tables.ts'

const NOW_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000
const CLOCKS_DIFFER_MS = 300_000
const TOKEN = { field: 'gwallet_pay_token', useKey: 'message-1', expiresAtMs: NOW_MS + HOUR_MS } as const
const NUMBER = {
  field: 'encrypted_card_number',
  useKey: 'key-1',
  expiresAtMs: NOW_MS + HOUR_MS,
} as const
const ORDER: PaidOrder = { merchantId: 'merchant-1', terminalId: 'T00000000001', reference: 'order-1' }

describeOnBothDatabases<PaymentMethodTables>('one-time payment data', (openFresh) => {
  let database: OpenDatabase<PaymentMethodTables>
  let nowMs: number
  let uses: ReturnType<typeof createOneTimeUses>
  let pay: (use: OneTimeUse, changes?: Partial<PaidOrder>) => Promise<UseRefusal | null>

  beforeEach(async () => {
    database = await openFresh()
    nowMs = NOW_MS
    const clock = { now: () => nowMs }
    uses = createOneTimeUses({ db: database.db, clock })
    const transact = createTransact({
      db: database.db,
      random: createSystemRandom(clock),
      timers: systemTimers,
    })
    pay = async (use, changes = {}) => {
      try {
        await transact((trx) => uses.bind(trx, { ...ORDER, ...changes }, [use]))
        return null
      } catch (error) {
        if (error instanceof UsedElsewhere) return uses.findRefusal(error)
        throw error
      }
    }
  })
  afterEach(() => database.close())

  it('binds a wallet token to its order: merchant, terminal and reference', async () => {
    expect(await pay(TOKEN)).toBeNull()
    expect(await pay(TOKEN)).toBeNull()
    for (const another of [
      { reference: 'order-2' },
      { terminalId: 'T00000000002' },
      { merchantId: 'merchant-2' },
    ])
      expect(await pay(TOKEN, another)).toEqual({ kind: 'wallet_token_used' })
  })

  it('binds a sealed field to its order, apart for each merchant', async () => {
    expect(await pay(NUMBER)).toBeNull()
    expect(await pay(NUMBER)).toBeNull()
    expect(await pay(NUMBER, { reference: 'order-2' })).toEqual({
      kind: 'sealed_field_used',
      field: 'encrypted_card_number',
    })
    expect(await pay(NUMBER, { merchantId: 'merchant-2' })).toBeNull()
  })

  it('pays only one of several concurrent orders', async () => {
    const results = await Promise.all(['1', '2', '3', '4'].map((reference) => pay(TOKEN, { reference })))
    expect(results.filter((refusal) => refusal === null)).toHaveLength(1)
  })

  it('deletes a wallet token once it has expired by every clock', async () => {
    await pay(TOKEN)
    nowMs = TOKEN.expiresAtMs + CLOCKS_DIFFER_MS - 1
    expect(await uses.purgeExpired()).toBe(0)
    nowMs += 1
    expect(await uses.purgeExpired()).toBe(1)
    expect(await database.db.selectFrom('wallet_token_uses').selectAll().execute()).toEqual([])
  })
})
