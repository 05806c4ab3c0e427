import * as z from 'zod'
import { CARD_TRANSACTION_TYPES, LIMITS } from '../vocabulary/index.ts'
import {
  boundedText,
  personName,
  personText,
  cardReference,
  checkoutAmount,
  checkoutAmountRule,
  country,
  currency,
  email,
  metadata,
  phone,
  sessionOptions,
  sessionTokenization,
  terminalId,
  webUrl,
  sentence,
} from './common.ts'

const name = personName(0)
const addressMember = personText(0, LIMITS.ADDRESS_MEMBER_MAX_CHARS)

/** The order that a payment page is created for. */
export const hostedPaymentPageRequest = z
  .strictObject({
    reference: cardReference,
    terminal_id: terminalId,
    currency,
    amount: checkoutAmount,
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    return_url: webUrl.meta({
      description: 'The address to which the customer returns after every outcome.',
    }),
    description: sentence(0, LIMITS.DESCRIPTION_MAX_CHARS)
      .optional()
      .meta({ description: 'Shown on the page.' }),
    customer_id: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'An existing customer; required to use saved cards.' }),
    customer_first_name: name.optional(),
    customer_last_name: name.optional(),
    customer_address: addressMember.optional(),
    customer_city: addressMember.optional(),
    customer_postal_code: addressMember.optional(),
    customer_email: email.optional(),
    customer_phone_number: phone.optional(),
    customer_country: country.optional(),
    tokenization: sessionTokenization.optional(),
    metadata: metadata.optional(),
    options: sessionOptions.optional(),
  })
  .check(checkoutAmountRule)
  .meta({
    id: 'HostedPaymentPageRequest',
    clause: 'sessions#hosted-payment-page',
    description: 'A hosted payment page to make.',
  })

/** A payment page that was created. */
export const hostedPaymentPage = z.object({ redirect_url: z.string(), session_id: z.string() }).meta({
  id: 'HostedPaymentPage',
  clause: 'sessions#hosted-payment-page',
  description: 'A hosted payment page.',
})
