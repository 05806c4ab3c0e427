import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { createTransact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases, type OpenFresh } from '../../../test/databases.ts'
import { countSavedCard } from '../../customers/index.ts'
import { createAddToOutbox } from '../../webhooks/index.ts'
import { type CardKeeping, createCardKeeping } from '../card-keeping.store.ts'
import type { SaveCardRequest } from '../saved-card.ts'
import { rotateVaultKek, rotateVaultKeys, finishVaultRotation } from './rotate-vault.ts'
import type { VaultPlace } from './vault.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MERCHANT = 'merchant-1'
const PAN = '4242424242424242'
const MASTER_KEY = Buffer.alloc(32, 7)

function placeOf(paymentMethodId: string): VaultPlace {
  return { merchantId: MERCHANT, paymentMethodId, field: 'number' }
}

function requestOf(transactionId: string, merchantId = MERCHANT): SaveCardRequest {
  return {
    merchantId,
    transactionId,
    customerId: null,
    tokenizeFor: 'CUSTOMER_INITIATED_TRANSACTION',
    pan: new Secret(PAN),
    brand: 'VISA',
    masked: '424242******4242',
    expirationMonth: 12,
    expirationYear: 2030,
  }
}

const APPROVED = {
  isApproved: true,
  authenticationStatus: null,
  networkTransactionId: null,
  firstAuthentication: null,
}

/** A vault with its own clock, on a database that other processes may share. */
async function openVault(openFresh: OpenFresh) {
  const { db } = await openFresh()
  const time = { nowMs: Date.UTC(2026, 10, 15), ids: 0 }
  const clock = { now: () => time.nowMs }
  const random = createSystemRandom(clock)
  const transact = createTransact({ db, random, timers: systemTimers })
  /** Another process on the same database, with empty caches. */
  const startProcess = (masterKey: Uint8Array = MASTER_KEY): CardKeeping =>
    createCardKeeping({
      db,
      transact,
      sealer: createSealer(masterKey, random),
      clock,
      random,
      makeEventId: () => `msg_${(time.ids += 1)}`,
      audit: { write: () => Promise.resolve() },
      countSavedCard,
      eraseInSnapshots: () => Promise.resolve(),
      addToOutbox: createAddToOutbox(() => undefined),
    })
  const process = startProcess()
  const save = async (transactionId: string, merchantId = MERCHANT): Promise<string> => {
    const card = await process.savedCards.prepare(requestOf(transactionId, merchantId))
    await transact((trx) => process.saving.keep(trx, card))
    const settled = await transact((trx) =>
      process.saving.settle(trx, { ...APPROVED, merchantId, transactionId }, time.nowMs),
    )
    return settled?.token ?? ''
  }
  const openIn = async ({ savedCards }: CardKeeping, id: string, merchantId = MERCHANT) => {
    const card = await savedCards.find(merchantId, id)
    return card && (await savedCards.openNumber(card))?.reveal()
  }
  const keks = () => db.selectFrom('vault_keks').selectAll().orderBy('created_at').orderBy('kid').execute()
  const deks = () => db.selectFrom('vault_deks').selectAll().orderBy('id').execute()
  const records = () => db.selectFrom('payment_methods').selectAll().orderBy('id').execute()
  return { db, time, process, startProcess, save, openIn, keks, deks, records }
}

/** Simulates a crash at the n-th call of a method. */
function dyingAt<T extends object>(target: T, method: keyof T, call: number): T {
  let calls = 0
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name)
      if (name !== method || typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        calls += 1
        if (calls >= call) throw new Error('killed')
        return Reflect.apply(value, object, args)
      }
    },
  })
}

describeOnBothDatabases('vault', (openFresh) => {
  it('a sealed number opens only for its own card, and with no other master key', async () => {
    const { process, startProcess, save, openIn } = await openVault(openFresh)
    const record = await process.vault.seal(placeOf('card-1'), new Secret(PAN))
    expect((await process.vault.open(placeOf('card-1'), record)).reveal()).toBe(PAN)
    await expect(process.vault.open(placeOf('card-2'), record)).rejects.toThrow()
    const other = await process.vault.seal(placeOf('card-2'), new Secret(PAN))
    const underAnotherKey = { ...record, dekId: other.dekId, sealed: other.sealed }
    await expect(process.vault.open(placeOf('card-1'), underAnotherKey)).rejects.toThrow()
    await expect(
      process.vault.open({ ...placeOf('card-1'), merchantId: 'merchant-2' }, record),
    ).rejects.toThrow()
    const id = await save('t1')
    await expect(openIn(startProcess(Buffer.alloc(32, 8)), id)).rejects.toThrow(/master key/)
  })

  it('has one key per merchant and month, even if several processes create it at once', async () => {
    const { process, startProcess, save, deks, keks, time } = await openVault(openFresh)
    const processes = [process, startProcess(), startProcess(), startProcess()]
    const prepared = await Promise.all(processes.map(({ savedCards }) => savedCards.prepare(requestOf('t0'))))
    expect(new Set(prepared.map(({ dedupeHash }) => dedupeHash)).size).toBe(1)
    expect(await deks()).toHaveLength(1)
    expect(await keks()).toMatchObject([{ status: 'ACTIVE' }])

    await save('t1', 'merchant-2')
    time.nowMs += 31 * DAY_MS
    await save('t2')
    expect((await deks()).map(({ merchant_id, period }) => `${merchant_id} ${period}`).sort()).toEqual([
      'merchant-1 2026-11',
      'merchant-1 2026-12',
      'merchant-2 2026-11',
    ])
  })

  it('a change of the wrapping key keeps the records and destroys the old key', async () => {
    const { process, startProcess, save, openIn, records, keks } = await openVault(openFresh)
    const ids = [await save('t1'), await save('t2')]
    const before = { records: await records(), kid: (await keks())[0]?.kid }
    expect(await rotateVaultKek(process)).toEqual({ rewrapped: 1, destroyed: 1 })

    expect(await records()).toEqual(before.records)
    const after = await keks()
    expect(after.find(({ kid }) => kid === before.kid)).toMatchObject({
      status: 'DESTROYED',
      key_sealed: null,
    })
    expect(after.filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
    for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)
  })

  it('a change of the wrapping key that stops at any step is finished by the next', async () => {
    const { process, startProcess, save, openIn, keks } = await openVault(openFresh)
    const ids = [await save('t1'), await save('t2')]
    await save('t3', 'merchant-2')
    for (const [place, step] of (['activateKek', 'rewrapDeks', 'destroyKeks'] as const).entries()) {
      const dying = { ...process, rotation: dyingAt(process.rotation, step, 1) }
      await expect(rotateVaultKek(dying)).rejects.toThrow('killed')
      ids.push(await save(`after ${step}`))
      for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)

      await rotateVaultKek(process)
      expect((await keks()).map(({ status }) => status).sort()).toEqual([
        'ACTIVE',
        ...Array<string>(place + 1).fill('DESTROYED'),
      ])
      for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)
    }
  })

  it('a change of the data keys seals every record again', async () => {
    const { process, startProcess, save, openIn, records, deks, time } = await openVault(openFresh)
    const ids = [await save('t1'), await save('t2')]
    const before = await records()
    expect(await rotateVaultKeys(process)).toEqual({ retired: 1, sealed: 2, destroyed: 0 })

    const after = await records()
    for (const [place, row] of after.entries()) {
      expect(row.dek_id).not.toBe(before[place]?.dek_id)
      expect(row.number_sealed).not.toEqual(before[place]?.number_sealed)
    }
    for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)
    expect((await deks()).map(({ status }) => status).sort()).toEqual(['ACTIVE', 'DECRYPT_ONLY'])
    // By now, a request that sealed under the old key just before has committed.
    time.nowMs += HOUR_MS
    expect(await finishVaultRotation(process)).toBe(1)
    expect(await deks()).toMatchObject([{ status: 'ACTIVE', id: after[0]?.dek_id }])
    for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)
  })

  it('a change of the data keys that stops halfway is finished by the next, or by a running gateway', async () => {
    const { process, startProcess, save, openIn, records, deks } = await openVault(openFresh)
    const ids = [await save('t1'), await save('t2'), await save('t3')]
    const dying = { ...process, store: dyingAt(process.store, 'replaceNumber', 2) }
    await expect(rotateVaultKeys(dying)).rejects.toThrow('killed')
    const keysInUse = async () => new Set((await records()).map(({ dek_id }) => dek_id)).size
    expect(await keysInUse()).toBe(2)
    for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)

    // Nothing is retired twice, because the first change continues.
    expect(await rotateVaultKeys(process)).toEqual({ retired: 0, sealed: 2, destroyed: 0 })
    expect(await keysInUse()).toBe(1)
    await expect(rotateVaultKeys(dying)).rejects.toThrow('killed')
    expect(await finishVaultRotation(process)).toBe(3)
    expect(await keysInUse()).toBe(1)
    expect(await deks()).toHaveLength(3)
    for (const id of ids) expect(await openIn(startProcess(), id)).toBe(PAN)
  })

  it('a late record under a retired key is found and sealed again', async () => {
    const { db, process, startProcess, openIn, records } = await openVault(openFresh)
    const late = await process.savedCards.prepare(requestOf('t1'))
    await rotateVaultKeys(process)
    await process.saving.keep(db, late)
    await process.saving.settle(db, { ...APPROVED, merchantId: MERCHANT, transactionId: 't1' }, 0)
    expect(await finishVaultRotation(process)).toBe(1)
    expect((await records())[0]?.dek_id).not.toBe(late.number.dekId)
    expect(await openIn(startProcess(), late.id)).toBe(PAN)
  })
})
