import * as z from 'zod'
import { CARD_BRANDS, TOKENIZE_FOR } from '../vocabulary/index.ts'
import { timestamp } from './common.ts'

/** A saved card. */
export const savedPaymentMethod = z
  .object({
    payment_method_id: z.string(),
    payment_method_type: z.literal('CARD'),
    card_brand: z.enum(CARD_BRANDS),
    card_bin: z.string(),
    card_last_4: z.string(),
    card_masked: z.string(),
    card_exp_month: z.int(),
    card_exp_year: z.int(),
    customer_id: z.string().nullable(),
    tokenize_for: z.enum(TOKENIZE_FOR),
    created_at: timestamp,
    status: z.enum(['ACTIVE', 'EXPIRED']),
  })
  .meta({ id: 'SavedPaymentMethod', clause: 'saved-cards#saved-cards', description: 'A saved card.' })

/** The saved cards of a customer. */
export const savedPaymentMethodList = z.object({ data: z.array(savedPaymentMethod) }).meta({
  id: 'SavedPaymentMethodList',
  clause: 'saved-cards#saved-cards',
  description: 'The saved cards of a customer.',
})

/** The saved card's id in a path. */
export const paymentMethodParams = z.object({ payment_method_id: z.string().min(1) })
