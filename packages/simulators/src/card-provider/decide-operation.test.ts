import type { ManageType } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { decideOperation } from './decide-operation.ts'
import type { LedgerEntry } from './provider-ledger.ts'

const NOW_MS = 1_795_000_000_000

/** An entry of EUR 100.00 that was approved. */
function entryOf(idempotencyKey: string, changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    providerId: 'sim-a',
    idempotencyKey,
    type: 'PURCHASE',
    merchantId: 'merchant',
    transactionId: 'transaction',
    accountId: 'sim-a-eur',
    amountMinor: 10_000,
    currency: 'EUR',
    originalKey: null,
    parentKey: null,
    releasesRest: false,
    processingCode: '0000',
    providerResponseCode: '00',
    providerResponseMessage: 'Approved',
    retryable: false,
    approvalCode: 'ABC123',
    referenceNumber: '632410123456',
    systan: 123_456,
    createdAtMs: NOW_MS,
    failedMinor: 0,
    exemption: null,
    ...changes,
  }
}

const PURCHASE = entryOf('original')
const AUTHORIZATION = entryOf('original', { type: 'AUTHORIZE' })

function done(
  type: ManageType,
  amountMinor: number,
  changes: Partial<LedgerEntry> = {},
  key: string = type,
): LedgerEntry {
  return entryOf(key, { type, amountMinor, originalKey: 'original', parentKey: 'original', ...changes })
}

const CAPTURED = done('CAPTURE', 3_000)

interface Input {
  readonly booked: readonly LedgerEntry[]
  readonly operation: ManageType
  readonly amountMinor?: number
  readonly parentKey?: string
  readonly currency?: string
  readonly accountId?: string
  readonly nowMs?: number
  readonly isUndo?: true
}

function codeOf({ booked, operation, nowMs = NOW_MS, ...changes }: Input): string {
  const request = {
    idempotencyKey: 'new',
    operation,
    merchantId: 'merchant',
    transactionId: 'transaction',
    accountId: 'sim-a-eur',
    originalKey: 'original',
    parentKey: 'original',
    amountMinor: 10_000,
    currency: 'EUR',
    finalCapture: false,
    metadata: null,
    ...changes,
  }
  return decideOperation(request, booked, nowMs).processingCode
}

const ROWS: readonly (readonly [what: string, input: Input, isApproved: boolean])[] = [
  ['a refund of a purchase', { booked: [PURCHASE], operation: 'REFUND' }, true],
  ['a refund above it', { booked: [PURCHASE], operation: 'REFUND', amountMinor: 10_001 }, false],
  ['a refund of nothing', { booked: [PURCHASE], operation: 'REFUND', amountMinor: 0 }, false],
  ['a refund of an unknown key', { booked: [], operation: 'REFUND' }, false],
  ['a refund in another currency', { booked: [PURCHASE], operation: 'REFUND', currency: 'SEK' }, false],
  ['a refund from another account', { booked: [PURCHASE], operation: 'REFUND', accountId: 'b' }, false],
  ['a capture of a purchase', { booked: [PURCHASE], operation: 'CAPTURE' }, false],
  ['a refund of an authorization', { booked: [AUTHORIZATION], operation: 'REFUND' }, false],
  ['a capture of an authorization', { booked: [AUTHORIZATION], operation: 'CAPTURE' }, true],
  [
    'a capture of what an increment added that a void did not name',
    {
      booked: [AUTHORIZATION, done('INCREMENT', 5_000), done('VOID', 10_000)],
      operation: 'CAPTURE',
      amountMinor: 1,
    },
    false,
  ],
  ['a void of an authorization', { booked: [AUTHORIZATION], operation: 'VOID' }, true],
  [
    'a refund of a declined purchase',
    { booked: [entryOf('original', { processingCode: '1000' })], operation: 'REFUND' },
    false,
  ],
  [
    'a refund of a purchase that is pending',
    { booked: [entryOf('original', { processingCode: '1002' })], operation: 'REFUND' },
    false,
  ],
  [
    'a refund of a purchase that was pending',
    {
      booked: [entryOf('original', { processingCode: '1002' })],
      operation: 'REFUND',
      nowMs: NOW_MS + 3_000,
    },
    true,
  ],
  [
    'a void of a purchase that is pending',
    { booked: [entryOf('original', { processingCode: '1002' })], operation: 'VOID' },
    false,
  ],
  [
    'an undo of a purchase that is pending',
    { booked: [entryOf('original', { processingCode: '1002' })], operation: 'VOID', isUndo: true },
    true,
  ],
  [
    'an undo of a purchase that was declined',
    { booked: [entryOf('original', { processingCode: '1000' })], operation: 'VOID', isUndo: true },
    false,
  ],
  [
    'a refund of what is left',
    { booked: [PURCHASE, done('REFUND', 6_000)], operation: 'REFUND', amountMinor: 4_000 },
    true,
  ],
  [
    'a refund of more than what is left',
    { booked: [PURCHASE, done('REFUND', 6_000)], operation: 'REFUND', amountMinor: 4_001 },
    false,
  ],
  [
    'a refund beside one that is pending',
    { booked: [PURCHASE, done('REFUND', 6_000, { processingCode: '1002' })], operation: 'REFUND' },
    false,
  ],
  [
    'a refund after one that was declined',
    { booked: [PURCHASE, done('REFUND', 6_000, { processingCode: '1000' })], operation: 'REFUND' },
    true,
  ],
  ['a refund after a void', { booked: [PURCHASE, done('VOID', 10_000)], operation: 'REFUND' }, false],
  [
    'a void after a refund',
    { booked: [PURCHASE, done('REFUND', 1)], operation: 'VOID', amountMinor: 1 },
    false,
  ],
  [
    'a second capture of the rest',
    { booked: [AUTHORIZATION, CAPTURED], operation: 'CAPTURE', amountMinor: 7_000 },
    true,
  ],
  [
    'a second capture of more',
    { booked: [AUTHORIZATION, CAPTURED], operation: 'CAPTURE', amountMinor: 7_001 },
    false,
  ],
  [
    'a capture after the final one',
    {
      booked: [AUTHORIZATION, done('CAPTURE', 3_000, { releasesRest: true })],
      operation: 'CAPTURE',
      amountMinor: 1,
    },
    false,
  ],
  [
    'a capture after a void',
    { booked: [AUTHORIZATION, done('VOID', 10_000)], operation: 'CAPTURE', amountMinor: 1 },
    false,
  ],
  [
    'a release of the rest',
    { booked: [AUTHORIZATION, CAPTURED], operation: 'VOID', amountMinor: 7_000 },
    true,
  ],
  [
    'a release of more than the rest',
    { booked: [AUTHORIZATION, CAPTURED], operation: 'VOID', amountMinor: 7_001 },
    false,
  ],
  [
    'a refund of a capture whose rest was released',
    {
      booked: [AUTHORIZATION, CAPTURED, done('VOID', 7_000)],
      operation: 'REFUND',
      amountMinor: 3_000,
      parentKey: 'CAPTURE',
    },
    true,
  ],
  [
    'a refund above the capture',
    { booked: [AUTHORIZATION, CAPTURED], operation: 'REFUND', amountMinor: 3_001, parentKey: 'CAPTURE' },
    false,
  ],
  [
    'a refund of a refund',
    { booked: [PURCHASE, done('REFUND', 6_000)], operation: 'REFUND', amountMinor: 1, parentKey: 'REFUND' },
    false,
  ],
  [
    'a capture of all once the first one was taken back',
    {
      booked: [AUTHORIZATION, CAPTURED, done('VOID', 3_000, { parentKey: 'CAPTURE' })],
      operation: 'CAPTURE',
    },
    true,
  ],
]

describe('a simulated card provider, by its books,', () => {
  it.each(ROWS)('decides %s', (_what, input, isApproved) => {
    expect(codeOf(input)).toBe(isApproved ? '0000' : '2010')
  })
})
