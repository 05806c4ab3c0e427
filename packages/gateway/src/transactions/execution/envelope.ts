import type { ActionType, CorrectableCode } from '@sluice/types/vocabulary'

import type { Transaction } from './transaction.ts'

/** The answer of an execution endpoint: the outcome, or the one required next step. */
export type Envelope = { readonly kind: 'result'; readonly transaction: Transaction } | Correction | NextStep

/** The attempt was declined for what the shopper may correct; the transaction stays PENDING. */
export interface Correction {
  readonly kind: 'correction'
  readonly transaction: Transaction
  readonly processingCode: CorrectableCode
}

/** A step for the shopper's browser. It carries handles, so it is stored sealed only. */
export type NextStep =
  | {
      readonly kind: 'action'
      readonly transactionId: string
      readonly sessionId: string
      readonly type: ActionType
      /** Base64 JSON. */
      readonly token: string
      readonly paymentData: string
    }
  | {
      readonly kind: 'redirect'
      readonly transactionId: string
      readonly sessionId: string
      readonly url: string
      /** Present if the page cannot be shown in a frame. */
      readonly isFullPage?: true
    }
  | {
      readonly kind: 'form_submit'
      readonly transactionId: string
      readonly sessionId: string
      readonly url: string
      readonly data: Readonly<Record<string, string>>
    }
