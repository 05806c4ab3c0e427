import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'
import { describe, expect, it } from 'vitest'

import { type OutcomeMessage, PROVIDER_ENDPOINTS } from '@sluice/provider-protocol'
import { CARD_BRANDS, EXEMPTIONS, MANAGE_TYPES, NETWORK_TOKEN_SOURCES } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import {
  fromOutcomeWire,
  toAuthorizationWire,
  toOperationWire,
  toOrderWire,
  toPreparationWire,
  toUndoWire,
} from '../../src/providers/http/provider.wire.ts'
import type { EarlierCall, PreparedNames } from '../../src/transactions/execution/provider.ts'
import {
  fromAuthorizationWire,
  fromOperationWire,
  fromOrderWire,
  fromPreparationWire,
  fromUndoWire,
} from './read-calls.wire.ts'
import { toOutcomeWire } from './write-answers.wire.ts'

const NOW_MS = Date.UTC(2026, 0, 2)

// Only letters, because the gateway masks text that looks like a card number.
const text = fc.stringMatching(/^[a-zž ]{1,12}$/)
const textOrNull = fc.option(text)
const secret = text.map((value) => new Secret(value))
const secretOrNull = fc.option(secret)
const minor = fc.nat()

const execution = {
  idempotencyKey: text,
  merchantId: text,
  transactionId: text,
  accountId: text,
  amountMinor: minor,
  currency: fc.constantFrom('EUR', 'SEK'),
}
const metadata = fc.option(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())))
const prepared: Arbitrary<PreparedNames | null> = fc.option(
  fc.record({ state: secretOrNull, providerReference: textOrNull }),
)
const earlier: Arbitrary<EarlierCall> = fc.record({
  key: text,
  state: secretOrNull,
  providerReference: textOrNull,
})
const address = {
  address: textOrNull,
  city: textOrNull,
  postalCode: textOrNull,
  state: textOrNull,
  country: textOrNull,
}
const context = {
  terminalId: text,
  reference: text,
  description: textOrNull,
  customer: fc.option(
    fc.record({
      id: textOrNull,
      firstName: textOrNull,
      lastName: textOrNull,
      email: textOrNull,
      phone: textOrNull,
      dateOfBirth: textOrNull,
      ip: textOrNull,
      language: textOrNull,
      ...address,
    }),
  ),
  browserInfo: fc.constant(null),
  options: fc.option(fc.dictionary(text, text)),
}
const paymentType = fc.constantFrom('AUTHORIZE' as const, 'PURCHASE' as const)

const authorization = fc.record({
  ...execution,
  ...context,
  metadata,
  prepared,
  attemptNumber: fc.constantFrom(1, 2),
  transactionType: paymentType,
  keepsPartialApproval: fc.boolean(),
  card: fc.record(
    {
      pan: secret,
      cvv: secretOrNull,
      brand: fc.constantFrom(...CARD_BRANDS),
      expirationMonth: fc.integer({ min: 1, max: 12 }),
      expirationYear: fc.constantFrom(2030),
      networkToken: fc.record({
        source: fc.constantFrom(...NETWORK_TOKEN_SOURCES),
        proof: fc.option(fc.record({ cryptogram: secret, eci: text })),
      }),
    },
    { requiredKeys: ['pan', 'cvv', 'brand', 'expirationMonth', 'expirationYear'] },
  ),
  authentication: fc.option(
    fc.record({
      transStatus: text,
      eci: text,
      authenticationValue: secretOrNull,
      dsTransId: textOrNull,
      messageVersion: text,
    }),
  ),
  storedCredential: fc.option(
    fc.record({
      initiator: fc.constantFrom('CUSTOMER' as const, 'MERCHANT' as const),
      sequence: fc.constantFrom('FIRST' as const, 'SUBSEQUENT' as const),
      networkTransactionId: textOrNull,
    }),
  ),
  billingAddress: fc.option(fc.record({ name: textOrNull, ...address })),
  installmentCount: fc.option(fc.integer({ min: 2, max: 48 })),
  exemption: fc.option(fc.constantFrom(...EXEMPTIONS)),
})

const order = fc.record({
  ...execution,
  ...context,
  metadata,
  prepared,
  type: text,
  direction: fc.constantFrom('DEPOSIT' as const, 'WITHDRAWAL' as const),
  country: textOrNull,
  merchantName: textOrNull,
  blikCode: secretOrNull,
  vpa: textOrNull,
  beneficiary: fc.option(
    fc.record({
      accountNumber: secret,
      accountName: text,
      ifsc: textOrNull,
      bankCode: textOrNull,
      bankName: textOrNull,
      bankBranch: textOrNull,
      bankAddress: textOrNull,
      bankCity: textOrNull,
      bankState: textOrNull,
      mobile: textOrNull,
    }),
  ),
  returnUrl: textOrNull,
  expiresAtMs: fc.option(fc.integer({ min: 1, max: 900 }).map((seconds) => NOW_MS + seconds * 1_000)),
  callbackUrl: text,
})

const operation = fc.record({
  ...execution,
  metadata,
  operation: fc.constantFrom(...MANAGE_TYPES),
  original: earlier,
  parent: earlier,
  finalCapture: fc.boolean(),
  authorizedMinor: fc.option(fc.integer({ min: 1, max: 999_999 })),
})

const preparation = fc.record({
  ...execution,
  ...context,
  metadata,
  callKey: text,
  call: fc.oneof(
    fc.record({ kind: fc.constant('authorization' as const), transactionType: paymentType }),
    fc.record({ kind: fc.constant('order' as const), type: text }),
  ),
})

const advice = fc.oneof(
  fc.record({ kind: fc.constantFrom('NEVER_RETRY' as const, 'UPDATE_CARD' as const), code: text }),
  fc.record({
    kind: fc.constant('RETRY_AFTER' as const),
    code: text,
    seconds: fc.integer({ min: 1, max: 31_536_000 }),
  }),
)

const outcome: Arbitrary<OutcomeMessage> = fc.record(
  {
    idempotency_key: text,
    account_id: text,
    approved_amount: minor,
    currency: fc.constantFrom('EUR', 'SEK'),
    processing_code: fc.constantFrom('0000', '1000', '1002'),
    response_code: text,
    response_message: text,
    approval_code: textOrNull,
    reference_number: textOrNull,
    systan: fc.option(fc.integer({ min: 0, max: 999_999 })),
    retryable: fc.boolean(),
    state: textOrNull,
    refs: fc.option(fc.array(text, { maxLength: 8 })),
    network_transaction_id: textOrNull,
    code_namespace: textOrNull,
    avs_result: textOrNull,
    cvv_result: textOrNull,
    network_advice: fc.option(advice),
    soft_decline: fc.boolean(),
    may: fc.option(
      fc.record({
        capture_several: fc.option(fc.boolean()),
        increment: fc.option(fc.boolean()),
        extend: fc.option(fc.boolean()),
      }),
    ),
    capture_before: fc.option(fc.constant('2026-01-09T00:00:00.000Z')),
  },
  {
    requiredKeys: [
      'idempotency_key',
      'account_id',
      'approved_amount',
      'currency',
      'processing_code',
      'response_code',
      'response_message',
      'approval_code',
      'reference_number',
      'systan',
      'retryable',
    ],
  },
)

/** Secrets look equal to a comparison, so their content is compared. */
function reveal(value: unknown): unknown {
  if (value instanceof Secret) return { secret: value.reveal() as unknown }
  if (Array.isArray(value)) return value.map(reveal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reveal(member)]))
}

function expectKept<Call, Message>(
  calls: Arbitrary<Call>,
  schema: z.ZodType<Message>,
  write: (call: Call) => unknown,
  read: (message: Message) => unknown,
): void {
  fc.assert(
    fc.property(calls, (call) => {
      expect(reveal(read(schema.parse(write(call))))).toEqual(reveal(call))
    }),
  )
}

describe('the gateway’s requests, read by the bridge,', () => {
  const { authorizations, operations, orders, preparations, undos } = PROVIDER_ENDPOINTS
  it('is an authorization with every member', () =>
    expectKept(authorization, authorizations.request, toAuthorizationWire, fromAuthorizationWire))
  it('is an operation with every member', () =>
    expectKept(operation, operations.request, toOperationWire, fromOperationWire))
  it('is an undo with every member', () =>
    expectKept(fc.record({ ...execution, original: earlier }), undos.request, toUndoWire, fromUndoWire))
  it('is a preparation with every member', () =>
    expectKept(preparation, preparations.request, toPreparationWire, fromPreparationWire))
  it('is an order with every member', () =>
    expectKept(
      order,
      orders.request,
      (call) => toOrderWire(call, NOW_MS),
      (message) => fromOrderWire(message, NOW_MS),
    ))
})

it('contains all members of an outcome that the gateway reads', () => {
  fc.assert(
    fc.property(outcome, (message) => {
      const said = fromOutcomeWire(message, NOW_MS)
      const { idempotency_key: key, account_id: accountId, currency } = message
      const written = toOutcomeWire({ key, accountId, amountMinor: message.approved_amount, currency }, said)
      const again = PROVIDER_ENDPOINTS.authorizations.answer.parse(written)
      if (again.result === 'AUTHENTICATE') throw new Error('an outcome asks for no shopper')
      expect(reveal(fromOutcomeWire(again, NOW_MS))).toEqual(reveal(said))
    }),
  )
})
