import type { Envelope, StatusFound, StatusNotFound } from '@sluice/types'
import { TRANSACTION_STATUSES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { envelopeWith, transaction } from '../test/records.ts'
import vectors from '../test/vectors/threeds.json' with { type: 'json' }
import { match } from './match.ts'
import { type ChallengeStep, nextStep, type OutcomeStep } from './next-step.ts'

const envelope = (members: Record<string, unknown>) => envelopeWith(members) as unknown as Envelope
const resultOf = (status: string) => envelope({ result: { ...transaction, status } })

const forOutcomes = {
  approved: () => 'approved',
  declined: () => 'declined',
  pending: () => 'pending',
  invalid: () => 'invalid',
  unknown: () => 'unknown',
} as const
const required = {
  ...forOutcomes,
  fingerprint: () => 'fingerprint',
  challenge: () => 'challenge',
  redirect: () => 'redirect',
  formSubmit: () => 'formSubmit',
} as const

/** Envelopes of the contract, with statuses and steps of tomorrow among them. */
const envelopes = fc.oneof(
  fc.constantFrom(...TRANSACTION_STATUSES, 'SETTLED', 'toString', '__proto__').map(resultOf),
  fc
    .constantFrom('THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE', 'THREE_DS_3_DANCE')
    .map((type) => envelope({ action: { type, token: vectors.action_token.base64, payment_data: 'p' } })),
  fc.webUrl().map((url) => envelope({ redirect: { url } })),
  fc.webUrl().map((url) => envelope({ form_submit: { url, data: {} } })),
  fc.object().map((member) => envelope({ wallet_sheet: member })),
)

describe('match', () => {
  it('calls exactly the branch of the step, once, with the step', () => {
    fc.assert(
      fc.property(envelopes, (answer) => {
        const branches = Object.fromEntries(
          [...Object.keys(required), 'canceled', 'expired'].map((name) => [name, vi.fn(() => name)]),
        )
        const step = nextStep(answer)
        expect(match(answer, branches as never)).toBe(step.kind)
        const called = Object.values(branches).filter(({ mock }) => mock.calls.length > 0)
        expect(called.map(({ mock }) => mock.calls)).toEqual([[[step]]])
      }),
    )
  })

  it('calls the branch for declined if canceled and expired have no branch', () => {
    expect(match(resultOf('CANCELED'), required)).toBe('declined')
    expect(match(resultOf('SESSION_EXPIRED'), required)).toBe('declined')
    expect(match(resultOf('CANCELED'), { ...required, canceled: () => 'canceled' })).toBe('canceled')
  })

  it('never calls another branch instead of a missing one', () => {
    const { pending: _, ...rest } = required
    expect(() => match(resultOf('PENDING'), rest as never)).toThrow('match has no branch "pending"')
  })

  it('serves the status with the branches of outcomes and notFound', () => {
    const branches = { ...forOutcomes, notFound: () => 'not found' }
    const found: StatusFound = { found: true, transaction }
    const missing: StatusNotFound = { found: false, transaction: null }
    expect(match(found as StatusFound | StatusNotFound, branches)).toBe('approved')
    expect(match(missing, branches)).toBe('not found')
    expect(match(transaction, forOutcomes)).toBe('approved')
  })

  it('passes errors and promises of a branch through', async () => {
    const answer = match(resultOf('APPROVED'), { ...required, approved: () => Promise.resolve(1) })
    await expect(answer).resolves.toBe(1)
    const failing = {
      ...required,
      approved: () => {
        throw new RangeError('shelf')
      },
    }
    expect(() => match(resultOf('APPROVED'), failing)).toThrow('shelf')
  })
})

describe('types of match', () => {
  const answer = resultOf('APPROVED')
  const maybe: StatusFound | StatusNotFound = [{ found: true as const, transaction }].find(Boolean) ?? {
    found: false,
    transaction: null,
  }

  it('gives each branch its own step, and the results together', () => {
    const result = match(answer, {
      ...required,
      approved: (step) => {
        expectTypeOf(step).toEqualTypeOf<OutcomeStep<'approved'>>()
        return 1
      },
      declined: (step) => {
        expectTypeOf(step.kind).toEqualTypeOf<'declined' | 'canceled' | 'expired'>()
        return null
      },
      challenge: (step) => {
        expectTypeOf(step).toEqualTypeOf<ChallengeStep>()
        return 'challenge'
      },
    })
    expectTypeOf(result).toEqualTypeOf<string | number | null>()
  })

  it('does not compile without a branch, nor with one that no answer has', () => {
    const without = <Name extends keyof typeof required>(left: Name): Omit<typeof required, Name> => {
      const { [left]: _, ...rest } = required
      return rest
    }
    const calls = [
      // @ts-expect-error -- approved is missing
      () => match(answer, without('approved')),
      // @ts-expect-error -- declined is missing
      () => match(answer, without('declined')),
      // @ts-expect-error -- pending is missing
      () => match(answer, without('pending')),
      // @ts-expect-error -- invalid is missing
      () => match(answer, without('invalid')),
      // @ts-expect-error -- unknown is missing
      () => match(answer, without('unknown')),
      // @ts-expect-error -- fingerprint is missing
      () => match(answer, without('fingerprint')),
      // @ts-expect-error -- challenge is missing
      () => match(answer, without('challenge')),
      // @ts-expect-error -- redirect is missing
      () => match(answer, without('redirect')),
      // @ts-expect-error -- formSubmit is missing
      () => match(answer, without('formSubmit')),
      // @ts-expect-error -- a status may be notFound
      () => match(maybe, forOutcomes),
      // @ts-expect-error -- misspelt: it would never be called
      () => match(answer, { ...required, cancelled: () => 'canceled' }),
    ]
    expect(calls).toHaveLength(Object.keys(required).length + 2)
  })
})
