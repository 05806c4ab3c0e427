import { TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import type { AuthenticationResponse } from './three-ds-server.ts'
import { verdictOf, verdictOfMerchantInitiated, verdictWhenUnavailable } from './verdict.ts'

const outcome = (transStatus: TransStatus) => ({
  transStatus,
  transStatusReason: null,
  eci: null,
  authenticationValue: null,
  dsTransId: null,
})
const judge = (transStatus: TransStatus, context: Partial<Parameters<typeof verdictOf>[1]> = {}) =>
  verdictOf(outcome(transStatus), { brand: 'VISA', onUnavailable: 'DECLINE', round: 1, ...context })

describe('finalising', () => {
  it.each([
    ['Y', 'VISA', '05'],
    ['A', 'VISA', '06'],
    ['I', 'VISA', '07'],
    ['Y', 'MASTERCARD', '02'],
    ['A', 'MASTERCARD', '01'],
    ['I', 'MASTERCARD', '00'],
  ] as const)('authorizes %s of %s with ECI %s', (status, brand, eci) => {
    expect(judge(status, { brand })).toMatchObject({ kind: 'authorize', outcome: { eci } })
  })

  it.each([
    ['N', null, '3001'],
    ['N', '06', '3001'],
    ['N', '01', '1003'],
    ['N', '02', '1003'],
    ['N', '03', '1003'],
    ['N', '04', '1005'],
    ['N', '05', '1005'],
    ['N', '08', '1005'],
    ['R', null, '3001'],
    ['U', null, '3002'],
    ['D', null, '3002'],
    ['S', null, '3002'],
  ] as const)('ends %s (challengeCancel %s) with %s', (status, challengeCancel, processingCode) => {
    expect(judge(status, { challengeCancel })).toEqual({ kind: 'end', processingCode })
  })

  it('allows one additional challenge, and declines the second', () => {
    expect(judge('C', { round: 1 })).toEqual({ kind: 'challenge_again' })
    expect(judge('C', { round: 2 })).toEqual({ kind: 'end', processingCode: '3000' })
  })

  it('proceeds without proof if the terminal allows it, and only for results that prove nothing', () => {
    expect(proceedingWith(0)).toEqual(['U', 'D', 'S'])
    const context = { brand: 'MASTERCARD', onUnavailable: 'PROCEED', round: 0 } as const
    expect(verdictWhenUnavailable(null, context)).toMatchObject({
      kind: 'authorize',
      outcome: { eci: '00', authenticationValue: null },
    })
    const said = {
      transStatus: 'D' as const,
      transStatusReason: '08',
      dsTransId: 'ds',
      eci: null,
      authenticationValue: null,
    }
    expect(verdictWhenUnavailable(said, context)).toMatchObject({
      outcome: { transStatus: 'D', transStatusReason: '08', dsTransId: 'ds' },
    })
  })

  it.each([1, 2])('never proceeds without proof after challenge %i was issued', (round) => {
    expect(proceedingWith(round)).toEqual([])
    const context = { brand: 'VISA', onUnavailable: 'PROCEED', round } as const
    expect(verdictWhenUnavailable(null, context)).toEqual({ kind: 'end', processingCode: '3002' })
  })

  /** The results that end on a strict terminal, and are authorized on one that proceeds. */
  const proceedingWith = (round: number) =>
    TRANS_STATUSES.filter(
      (status) =>
        judge(status, { round }).kind === 'end' &&
        judge(status, { round, onUnavailable: 'PROCEED' }).kind === 'authorize',
    )
})

describe('the response to a 3RI request', () => {
  const answered = (transStatus: TransStatus, eci: string | null = null): AuthenticationResponse => ({
    kind: 'authenticated',
    transStatus,
    transStatusReason: null,
    eci,
    authenticationValue: null,
    dsTransId: null,
  })

  it.each([
    ['Y', 'VISA', '05'],
    ['A', 'VISA', '06'],
    ['Y', 'MASTERCARD', '02'],
    ['I', 'VISA', '07'],
  ] as const)('%s of %s authorizes with ECI %s', (letter, brand, eci) => {
    expect(verdictOfMerchantInitiated(answered(letter), brand)).toMatchObject({
      kind: 'authorize',
      outcome: { transStatus: letter, eci },
    })
  })

  it.each([
    ['N', '3001'],
    ['R', '3001'],
    ['C', '3002'],
    ['D', '3002'],
  ] as const)('%s declines with %s', (letter, processingCode) => {
    expect(verdictOfMerchantInitiated(answered(letter), 'VISA')).toEqual({ kind: 'end', processingCode })
  })

  it.each<AuthenticationResponse>([
    { kind: 'hosted_challenge', pageUrl: 'https://3ds.example/1', display: 'FRAME', dsTransId: null },
    { kind: 'foreign_page' },
  ])('$kind declines with 3002', (response) => {
    expect(verdictOfMerchantInitiated(response, 'VISA')).toEqual({ kind: 'end', processingCode: '3002' })
  })

  it.each<AuthenticationResponse>([
    answered('U'),
    answered('S'),
    { kind: 'unavailable' },
    { kind: 'error' },
    { kind: 'expired' },
  ])('without a decision authorizes without proof: $kind', (response) => {
    expect(verdictOfMerchantInitiated(response, 'VISA')).toEqual({ kind: 'authorize_unproven' })
  })
})
