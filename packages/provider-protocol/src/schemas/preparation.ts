import { CARD_TRANSACTION_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { key, movement, payment } from './members.ts'
import { names, preparedNames } from './names.ts'

/**
 * `POST /preparations`: the gateway asks the provider to make a payment ready before the call that moves money. It
 * contains no card data, and nothing that it creates may move money without the call.
 */
export const preparation = z.object({
  /** `idempotency_key` is the key of this call. */
  ...movement,
  ...payment,
  /** The `idempotency_key` of the call that will follow. */
  call_key: key,
  /** The call that will follow: `POST /authorizations` or `POST /orders`. */
  call: z.enum(['AUTHORIZATION', 'ORDER']),
  /** The type of an authorization: AUTHORIZE reserves the money, PURCHASE captures it. Null for an order. */
  transaction_type: z.enum(CARD_TRANSACTION_TYPES).nullable(),
  /** The method of an order; null for an authorization. */
  type: z.string().nullable(),
})

/** A request to make a payment ready. */
export type PreparationMessage = z.output<typeof preparation>

/** Answer of `POST /preparations`. A refusal has the same form as for the other calls. */
export const preparationAnswer = z.object({
  result: z.literal('PREPARED'),
  /** The key of the preparation. */
  idempotency_key: key,
  ...names,
})

/** The prepared state. */
export type PreparationAnswerMessage = z.output<typeof preparationAnswer>

/** The prepared state, in the call that follows a preparation. Absent or null if there is no preparation. */
export const prepared = preparedNames.nullish()
