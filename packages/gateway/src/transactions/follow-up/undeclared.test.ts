import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { withoutRestrictions, type OperationDeclarations } from '../execution/declarations.ts'
import type { RequestedOperation } from './evaluate-operation.ts'
import { findUndeclared } from './undeclared.ts'

const EVERY = withoutRestrictions(new Set(MANAGE_TYPES))
const MONEY = {
  authorizedMinor: 10_000,
  capturedMinor: 0,
  refundedMinor: 0,
  voidedMinor: 0,
  finalCapture: false,
  settlesAtMs: null,
  refundableUntilMs: null,
  authorizationExpiresAtMs: null,
}

interface Case {
  readonly what: string
  readonly declared: Partial<OperationDeclarations>
  readonly input: Partial<RequestedOperation> & Pick<RequestedOperation, 'operation'>
  readonly parentType: 'AUTHORIZE' | 'PURCHASE' | 'CAPTURE'
  readonly money?: Partial<typeof MONEY>
  readonly captureCount?: number
  readonly refusal: readonly [property: string, message: string] | null
}

const ONCE = { several: false, partly: true }
const WHOLE = { several: true, partly: false }

const CASES: readonly Case[] = [
  {
    what: 'a first capture at a provider that captures once',
    declared: { capture: ONCE },
    input: { operation: 'CAPTURE', amountMinor: 4_000 },
    parentType: 'AUTHORIZE',
    refusal: null,
  },
  {
    what: 'a second one',
    declared: { capture: ONCE },
    input: { operation: 'CAPTURE', amountMinor: 4_000 },
    parentType: 'AUTHORIZE',
    money: { capturedMinor: 4_000 },
    captureCount: 1,
    refusal: ['transaction_type', 'captures an authorization once'],
  },
  {
    what: 'a first one that leaves the rest for a second',
    declared: { capture: ONCE },
    input: { operation: 'CAPTURE', amountMinor: 4_000, finalCapture: false },
    parentType: 'AUTHORIZE',
    refusal: ['options.final_capture', 'captures an authorization once: final_capture must be true'],
  },
  {
    what: 'a capture of less at a provider that captures the whole',
    declared: { capture: WHOLE },
    input: { operation: 'CAPTURE', amountMinor: 9_999 },
    parentType: 'AUTHORIZE',
    refusal: ['amount', 'captures an authorization as a whole: 10000'],
  },
  {
    what: 'a capture of all of it',
    declared: { capture: WHOLE },
    input: { operation: 'CAPTURE' },
    parentType: 'AUTHORIZE',
    refusal: null,
  },
  {
    what: 'a refund of less at a provider that refunds the whole',
    declared: { refund: { ...WHOLE, ofCaptures: true } },
    input: { operation: 'REFUND', amountMinor: 9_999 },
    parentType: 'PURCHASE',
    money: { capturedMinor: 10_000 },
    refusal: ['amount', 'refunds a payment as a whole: 10000'],
  },
  {
    what: 'a second refund at a provider that refunds once',
    declared: { refund: { ...ONCE, ofCaptures: true } },
    input: { operation: 'REFUND', amountMinor: 1 },
    parentType: 'PURCHASE',
    money: { capturedMinor: 10_000, refundedMinor: 1 },
    refusal: ['transaction_type', 'refunds a payment once'],
  },
  {
    what: 'a refund of a capture at a provider that refunds purchases',
    declared: { refund: { ...WHOLE, ofCaptures: false } },
    input: { operation: 'REFUND' },
    parentType: 'CAPTURE',
    money: { capturedMinor: 10_000 },
    refusal: ['transaction_type', 'refunds no CAPTURE'],
  },
  {
    what: 'a void of an authorization',
    declared: { void: new Set(['rest', 'taken'] as const) },
    input: { operation: 'VOID' },
    parentType: 'AUTHORIZE',
    refusal: ['transaction_type', 'does not void an authorization'],
  },
  {
    what: 'a void of what a capture left',
    declared: { void: new Set(['authorization', 'taken'] as const) },
    input: { operation: 'VOID', amountMinor: 6_000 },
    parentType: 'AUTHORIZE',
    captureCount: 1,
    refusal: ['transaction_type', 'does not void what captures left of an authorization'],
  },
  {
    what: 'a void of a purchase',
    declared: { void: new Set(['authorization', 'rest'] as const) },
    input: { operation: 'VOID' },
    parentType: 'PURCHASE',
    refusal: ['transaction_type', 'voids no money that was taken'],
  },
  ...(['CAPTURE', 'REFUND', 'VOID'] as const).map((operation): Case => ({
    what: `a ${operation} at a provider without operations`,
    declared: withoutRestrictions(new Set()),
    input: { operation },
    parentType: 'PURCHASE',
    refusal: ['transaction_type', `makes no ${operation}`],
  })),
]

it.each(CASES)('$what: $refusal', ({ declared, input, parentType, money, captureCount = 0, refusal }) => {
  const parent = {
    ...makeTransaction({ transactionType: parentType, status: 'APPROVED' }),
    money: { ...MONEY, ...money },
  }
  const asked: RequestedOperation = { amountMinor: 10_000, currency: 'EUR', finalCapture: true, ...input }
  expect(findUndeclared(asked, { parent, captureCount }, { ...EVERY, ...declared })).toEqual(
    refusal && {
      processingCode: '2010',
      property: refusal[0],
      message: `the provider of the original ${refusal[1]}`,
    },
  )
})
