import { expect, it } from 'vitest'

import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { ThreeDsVerdict } from '../../three-ds/index.ts'
import { withOutcome } from './authentication-progress.ts'
import type { Progress } from './card-context.ts'

const progress = makeOpening() as unknown as Progress
const OUTCOME = { transStatus: 'A', transStatusReason: null, dsTransId: 'ds-1', eci: '06' } as const

it('a payment that continues has the ECI of the verdict, and one that ends has the ECI of the result', () => {
  const authorized = { kind: 'authorize', outcome: { eci: '07' } } as unknown as ThreeDsVerdict
  const declined = { kind: 'decline' } as unknown as ThreeDsVerdict
  const eciOf = (verdict: ThreeDsVerdict) =>
    withOutcome(progress, OUTCOME, verdict).attempt.authentication?.eci
  expect(eciOf(authorized)).toBe('07')
  expect(eciOf(declined)).toBe('06')
})

it('a result without an id of the directory keeps the existing one', () => {
  const verdict = { kind: 'decline' } as unknown as ThreeDsVerdict
  const first = withOutcome(progress, OUTCOME, verdict)
  const second = withOutcome(first, { ...OUTCOME, dsTransId: null }, verdict)
  expect(second.attempt.authentication).toMatchObject({ transStatus: 'A', dsTransId: 'ds-1' })
  expect(
    withOutcome(progress, { ...OUTCOME, dsTransId: null }, verdict).attempt.authentication?.dsTransId,
  ).toBeNull()
})
