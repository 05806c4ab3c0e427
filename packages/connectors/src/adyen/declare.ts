import { LIMITS } from '@sluice/types/vocabulary'

import type { CallDeclarationDocument, ProviderDeclarations, SecretDeclaration } from '../kit/index.ts'
import { AMOUNT_LIMITS } from './exponents.ts'
import { METHODS } from './methods.ts'

/** The secrets of the configuration. */
export const SECRETS: readonly SecretDeclaration[] = [
  {
    name: 'api_key',
    isRequired: true,
    description: 'The API key of a web service user: Customer Area, Developers, API credentials',
    patterns: { live: /^AQ[A-Za-z0-9+/=_-]{20,}$/, test: /^AQ[A-Za-z0-9+/=_-]{20,}$/ },
  },
  {
    name: 'webhook',
    isRequired: true,
    description: 'The HMAC key of the standard webhook: Customer Area, Developers, Webhooks, HMAC Key',
    patterns: { live: /^[0-9A-Fa-f]{64}$/, test: /^[0-9A-Fa-f]{64}$/ },
  },
]

/** Adyen keeps keys for seven days at least, of at most 64 characters: ours fit with the name of their request. */
const IDEMPOTENCY = { window: '7d', replays_errors: true, max_key: 40 } as const

const ASYNCHRONOUS: CallDeclarationDocument = {
  idempotency: IDEMPOTENCY,
  lookup: 'events-only',
  fence: 'none',
  asynchronous: true,
}

const PAYMENT: CallDeclarationDocument = { ...ASYNCHRONOUS, undo: 'by-our-key' }

/** The gateway's maximum. Adyen accepts up to 99 in Brazil and Japan. */
const ANY_COUNT = Array.from(
  { length: LIMITS.INSTALLMENTS_MAX - 1 },
  (_, place) => LIMITS.INSTALLMENTS_MIN + place,
)

/** The countries and currencies in which Adyen charges cards in installments. */
const INSTALLMENTS = { BRL: ANY_COUNT, JPY: ANY_COUNT, MXN: [3, 6, 9, 12, 18] } as const

/** The features of Adyen, and how it provides them. */
export const DECLARATIONS: ProviderDeclarations = {
  methods: METHODS,
  authentication: ['EXTERNAL', 'PROVIDER'],
  manages: ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT', 'EXTEND'],
  declarations: {
    operations: {
      // Multiple partial captures require a setting of the merchant account; without it, the first capture releases
      // the rest.
      capture: { several: false, partly: true },
      refund: { several: true, partly: true, of_captures: true },
      void: ['authorization', 'taken'],
      installments: INSTALLMENTS,
    },
    calls: {
      authorization: PAYMENT,
      order: PAYMENT,
      capture: ASYNCHRONOUS,
      refund: ASYNCHRONOUS,
      void: ASYNCHRONOUS,
      increment: ASYNCHRONOUS,
      extend: ASYNCHRONOUS,
    },
    amounts: AMOUNT_LIMITS,
  },
  events: 'AUTHORITATIVE',
}
