import { env } from 'node:process'

import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import type { Transaction } from '../execution/transaction.ts'
import { manageTransaction } from './manage-transaction.ts'

const IS_PROVING = env['PROVE'] !== undefined
/** `PROVE=1` runs all. On a server each commit is a round trip, so its share is smaller. */
const AUTHORIZATIONS = IS_PROVING ? 200 : 40
const AUTHORIZATIONS_ON_A_SERVER = IS_PROVING ? 200 : 10
const REFUNDS = 20
/** Twelve are allowed; the thirteenth would exceed the remaining amount. */
const REFUND_MINOR = 800
const ALLOWED = 12
const TIME_LIMIT_MS = 180_000

describeOnBothDatabases('concurrent partial refunds', (openFresh, { dialect }) => {
  it(
    'are approved as long as money remains, and never beyond it',
    async () => {
      const fixture = new OperationsFixture(await openFresh())
      const count = dialect === 'sqlite' ? AUTHORIZATIONS : AUTHORIZATIONS_ON_A_SERVER
      const originals: Transaction[] = []
      for (let place = 0; place < count; place += 1)
        originals.push(await fixture.approve('AUTHORIZE', 10_000))
      for (const original of originals) await manage(fixture, original, 'CAPTURE', 10_000)

      // More at a time would only wait for one of the pool's connections, and time out.
      const atOnce = dialect === 'sqlite' ? 10 : 1
      for (let from = 0; from < count; from += atOnce) {
        const chosen = originals.slice(from, from + atOnce)
        const answers = await Promise.all(
          chosen.flatMap((original) =>
            Array.from({ length: REFUNDS }, async () => ({
              id: original.id,
              managed: await manage(fixture, original, 'REFUND', REFUND_MINOR),
            })),
          ),
        )
        for (const { id } of chosen) {
          const own = answers.filter((answer) => answer.id === id).map(({ managed }) => managed.kind)
          expect(own.filter((kind) => kind === 'transaction')).toHaveLength(ALLOWED)
        }
      }
      const booked = [...fixture.provider.bookings.values()].filter(
        ({ request }) => request.operation === 'REFUND',
      )
      expect(booked).toHaveLength(count * ALLOWED)
      // The authorizations and captures.
      expect(await expectMoneyToAddUp(fixture.ask)).toBe(2 * count)
    },
    TIME_LIMIT_MS,
  )

  it('with the same request in two processes move the money once and get the same answer', async () => {
    const fixture = new OperationsFixture(await openFresh())
    const paid = await fixture.approve('PURCHASE', 10_000)
    // Each looks up the result of the request before any of them has stored one.
    let looking = 0
    let proceed = (): void => undefined
    const bothLooked = new Promise<void>((resolve) => (proceed = resolve))
    const operations: typeof fixture.ports.operations = {
      ...fixture.ports.operations,
      async findByRequest(merchantId, requestKey) {
        const found = await fixture.ports.operations.findByRequest(merchantId, requestKey)
        if ((looking += 1) === 2) proceed()
        await bothLooked
        return found
      },
    }
    const answers = await Promise.all(
      [1, 2].map(() => manage({ ports: { ...fixture.ports, operations } }, paid, 'REFUND', 800, 'request-1')),
    )
    expect(answers.map(({ kind }) => kind)).toEqual(['transaction', 'transaction'])
    const ids = answers.map((answer) => answer.kind === 'transaction' && answer.transaction.id)
    expect(new Set(ids).size).toBe(1)
    expect(fixture.provider.bookings.size).toBe(1)
    expect(await expectMoneyToAddUp(fixture.ask)).toBe(1)
  })
})

function manage(
  fixture: Pick<OperationsFixture, 'ports'>,
  original: Transaction,
  operation: 'CAPTURE' | 'REFUND',
  amountMinor: number,
  requestKey: string | null = null,
) {
  const { merchantId, terminalId, reference, currency } = original
  return manageTransaction(fixture.ports, {
    merchantId,
    terminalId,
    reference,
    currency,
    parentId: null,
    operation,
    amountMinor,
    finalCapture: true,
    metadata: null,
    requestKey,
  })
}
