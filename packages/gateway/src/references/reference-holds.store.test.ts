import type { Kysely } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { Database } from '../composition/tables.ts'
import { createReferenceHolds, type ReferenceHolds } from './reference-holds.store.ts'
import type { ReferenceHold, ReferenceKey } from './reference-hold.ts'

const KEY: ReferenceKey = { merchantId: 'm1', terminalId: 't1', reference: 'order-1' }
const HOLD: ReferenceHold = {
  kind: 'AUTHORIZE',
  holderId: 'transaction-1',
  currency: 'EUR',
  amountMinor: 1850,
  requestKey: 'request-1',
}
const NOW_MS = Date.UTC(2026, 10, 21, 10)
const taken = () => new Error('taken')

describeOnBothDatabases('references', (openFresh) => {
  let db: Kysely<Database>
  let references: ReferenceHolds
  beforeEach(async () => {
    db = (await openFresh()).db
    references = createReferenceHolds(db)
  })
  /** Runs work in its own transaction. */
  const commit = <Result>(work: (trx: Kysely<Database>) => Promise<Result>) => db.transaction().execute(work)
  const hold = (key = KEY, given = HOLD) => commit((trx) => references.hold(trx, key, given, NOW_MS))
  const others = Object.keys(KEY).map((member) => ({ ...KEY, [member]: 'other' }))

  it('belong to the first holder, at one terminal of one merchant', async () => {
    expect(await references.find(KEY)).toBeNull()
    expect(await hold()).toBe(true)
    expect(await hold(KEY, { ...HOLD, holderId: 'transaction-2' })).toBe(false)
    expect(await references.find(KEY)).toEqual(HOLD)
    for (const other of others) {
      expect(await references.find(other)).toBeNull()
      expect(await hold(other)).toBe(true)
    }
  })

  it('can be looked up without being taken', async () => {
    const isHeld = (key: ReferenceKey) => commit((trx) => references.isHeld(trx, key))
    expect(await isHeld(KEY)).toBe(false)
    await hold()
    expect(await isHeld(KEY)).toBe(true)
    for (const other of others) expect(await isHeld(other)).toBe(false)
  })

  it('fail a commit that requires a taken one', async () => {
    const mustHold = () => commit((trx) => references.mustHold(trx, KEY, HOLD, NOW_MS, taken))
    await mustHold()
    await expect(mustHold()).rejects.toThrow('taken')
  })

  it('return their holder only to the request that created it', async () => {
    await hold()
    const find = (requestKey: string) => commit((trx) => references.findHolderByRequest(trx, KEY, requestKey))
    expect(await find('request-1')).toBe('transaction-1')
    expect(await find('request-2')).toBeNull()
  })

  it('are transferred and freed only by their holder', async () => {
    await hold()
    for (const other of others) await hold(other)
    const release = (holderId: string) => commit((trx) => references.release(trx, KEY, holderId))
    await commit((trx) => references.passOn(trx, KEY, 'transaction-2'))
    await release('transaction-1')
    expect(await references.find(KEY)).toEqual({ ...HOLD, holderId: 'transaction-2' })
    await release('transaction-2')
    expect(await references.find(KEY)).toBeNull()
    for (const other of others) expect(await references.find(other)).toEqual(HOLD)
  })
})
