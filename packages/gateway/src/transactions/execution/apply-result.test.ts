import type { TransactionType } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { CallResult } from './call-outside.ts'
import type { ProviderOutcome } from './provider.ts'
import { type ProviderCallResult, applyResult, applyOutcome } from './apply-result.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const execution = makeOpening()
const result = (value: unknown) => ({ kind: 'answered', value }) as CallResult<ProviderCallResult>

describe('the handling of a provider’s answer', () => {
  it('is a query in two seconds when there was none', () => {
    expect(applyResult(execution, { kind: 'unanswered' }, NOW_MS)).toMatchObject({
      cause: 'provider',
      to: { step: 'WAITING', leaseUntilMs: null, sealedCard: null },
      transaction: { status: 'PENDING', updatedAtMs: NOW_MS },
      attempt: { status: 'UNKNOWN', dueAtMs: NOW_MS + 2_000 },
    })
  })

  it('is a query in two seconds, with the names of an answer that may not come, and alerts', () => {
    const names = { state: null, refs: ['pi_1'] }
    const contradiction = { kind: 'UNDECLARED_PENDING', detail: { call: 'authorization' }, names } as const
    expect(applyResult(execution, { kind: 'unanswered', contradiction }, NOW_MS)).toMatchObject({
      attempt: { status: 'UNKNOWN', dueAtMs: NOW_MS + 2_000, names, providerReference: 'pi_1' },
      alert: { kind: 'UNDECLARED_PENDING', detail: { call: 'authorization' } },
    })
  })

  it('schedules a query in three seconds when the provider decides later', () => {
    const pending = { kind: 'outcome', outcome: { processingCode: '1002', retryable: false } }
    expect(applyResult(execution, result(pending), NOW_MS)).toMatchObject({
      cause: 'provider',
      to: { step: 'WAITING' },
      attempt: { status: 'PENDING', dueAtMs: NOW_MS + 3_000 },
    })
  })

  it('is a query in a minute when a person confirms at the provider', () => {
    const person = { kind: 'person', redirectUrl: 'https://provider.example', bankTransfer: null }
    expect(applyResult(execution, result(person), NOW_MS)).toMatchObject({
      cause: 'provider',
      to: { step: 'REDIRECT' },
      transaction: { redirectUrl: 'https://provider.example', bankTransfer: null },
      attempt: { status: 'PENDING', dueAtMs: NOW_MS + 60_000 },
    })
  })

  it('ends the execution when the provider has decided', () => {
    const approved = { kind: 'outcome', outcome: { processingCode: '0000', retryable: false } }
    expect(applyResult(execution, result(approved), NOW_MS)).toMatchObject({
      cause: 'provider',
      to: { step: 'DONE', sealedCard: null },
      transaction: { status: 'APPROVED', processingCode: '0000' },
    })
  })

  it.each([
    ['PURCHASE', null, 'payment_method'],
    ['PAYMENT', null, 'method'],
    ['PAYMENT', 'of a session', 'payment_method'],
    ['PAYOUT', null, 'beneficiary'],
    ['CAPTURE', null, 'transaction_type'],
    ['REFUND', null, 'transaction_type'],
    ['VOID', null, 'transaction_type'],
  ] as const)('names a member that the request of a %s has, session %s: %s', (type, session, property) => {
    const refused = { kind: 'outcome', outcome: { processingCode: '2013', retryable: false } }
    const opening = makeOpening({ transactionType: type, sessionHash: session })
    expect(applyResult(opening, result(refused), NOW_MS)).toMatchObject({
      transaction: { status: 'INVALID', errors: [{ property, params: [property] }] },
    })
  })
})

describe('the deadlines of an approval', () => {
  const approve = (status: 'STARTED' | 'PENDING' | 'UNKNOWN' | 'NEEDS_DECISION', type: TransactionType) => {
    const { transaction, attempt, pendingAuthentication } = makeOpening({ transactionType: type })
    const lost = { transaction, pendingAuthentication, attempt: { ...attempt, status } }
    const outcome = { processingCode: '0000', retryable: false } as ProviderOutcome
    return {
      callMs: attempt.createdAtMs,
      ...applyOutcome(lost, outcome, { cause: 'janitor', nowMs: NOW_MS }),
    }
  }

  it.each(['UNKNOWN', 'NEEDS_DECISION'] as const)('begin with a call whose answer was lost: %s', (status) => {
    const { callMs, transaction } = approve(status, 'AUTHORIZE')
    expect(transaction).toMatchObject({ status: 'APPROVED', calledAtMs: callMs })
  })

  it.each([
    ['STARTED', 'AUTHORIZE'],
    ['PENDING', 'AUTHORIZE'],
    // The customer may have confirmed it days after the call.
    ['UNKNOWN', 'PAYMENT'],
  ] as const)('begin with the answer to a call that is %s, of a %s', (status, type) => {
    expect(approve(status, type).transaction).not.toHaveProperty('calledAtMs')
  })
})
