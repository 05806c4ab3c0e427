import { beforeEach, expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { AnswerRecords, Claim } from './answer-records.ts'
import { createAnswerRecordsStore } from './answer-records.store.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 10)

let claims = 0
function makeClaim(changes: Partial<Claim> = {}): Claim {
  claims += 1
  return {
    merchantId: 'm1',
    name: 'name',
    bodyLookup: 'body',
    claimId: `claim-${claims}`,
    leaseUntilMs: NOW_MS + 30_000,
    createdAtMs: NOW_MS,
    ...changes,
  }
}

const kindsOf = (results: readonly { readonly kind: string }[]) => results.map(({ kind }) => kind).sort()
const oneOfTwenty = [...Array<string>(19).fill('running'), 'taken']

describeOnBothDatabases('claims of named requests', (openFresh) => {
  let records: AnswerRecords
  beforeEach(async () => {
    records = createAnswerRecordsStore((await openFresh()).db)
  })
  const twentyAtOnce = (changes: Partial<Claim> = {}) =>
    Promise.all(Array.from({ length: 20 }, () => records.claim(makeClaim(changes))))

  it('are granted to one of many callers, and to one again when the lease has expired', async () => {
    expect(kindsOf(await twentyAtOnce())).toEqual(oneOfTwenty)
    const late = { createdAtMs: NOW_MS + 30_000, leaseUntilMs: NOW_MS + 60_000 }
    expect(kindsOf(await twentyAtOnce({ createdAtMs: NOW_MS + 29_999 }))).not.toContain('taken')
    expect(kindsOf(await twentyAtOnce(late))).toEqual(oneOfTwenty)
  })

  it('belong to a merchant, a name and a body', async () => {
    await records.claim(makeClaim())
    expect(await records.claim(makeClaim({ merchantId: 'm2' }))).toEqual({ kind: 'taken' })
    expect(await records.claim(makeClaim({ name: 'other' }))).toEqual({ kind: 'taken' })
    expect(await records.claim(makeClaim({ bodyLookup: 'other' }))).toEqual({ kind: 'other_body' })
  })

  it('become answers, which are neither claimed nor removed before their time', async () => {
    const claim = makeClaim()
    await records.claim(claim)
    await records.keep(claim, Buffer.from('sealed'))
    await records.release(claim)
    await records.endLeases()
    expect(await records.renew(claim, NOW_MS)).toBe(false)
    expect(await records.claim(makeClaim({ createdAtMs: NOW_MS + 86_400_000 }))).toEqual({
      kind: 'answered',
      sealed: Buffer.from('sealed'),
    })
    expect(await records.purgeOlderThan(NOW_MS)).toBe(0)
    expect(await records.purgeOlderThan(NOW_MS + 1)).toBe(1)
    expect(await records.claim(makeClaim())).toEqual({ kind: 'taken' })
  })

  it('are renewed and released only by their holder', async () => {
    const lost = makeClaim()
    const holder = makeClaim({ createdAtMs: NOW_MS + 30_000, leaseUntilMs: NOW_MS + 60_000 })
    await records.claim(lost)
    expect(await records.claim(holder)).toEqual({ kind: 'taken' })
    expect(await records.renew(lost, NOW_MS + 999_999)).toBe(false)
    await records.release(lost)
    await records.keep(lost, Buffer.from('too late'))
    expect(await records.claim(makeClaim({ createdAtMs: NOW_MS + 59_999 }))).toEqual({ kind: 'running' })

    expect(await records.renew(holder, NOW_MS + 90_000)).toBe(true)
    expect(await records.claim(makeClaim({ createdAtMs: NOW_MS + 60_000 }))).toEqual({ kind: 'running' })
    await records.release(holder)
    expect(await records.claim(makeClaim())).toEqual({ kind: 'taken' })
  })

  it('end together when their processes have died', async () => {
    await records.claim(makeClaim())
    await records.endLeases()
    expect(await records.claim(makeClaim())).toEqual({ kind: 'taken' })
  })
})
