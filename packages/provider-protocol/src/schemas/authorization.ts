import {
  CARD_BRANDS,
  CARD_TRANSACTION_TYPES,
  CHALLENGE_PREFERENCES,
  EXEMPTIONS,
} from '@sluice/types/vocabulary'
import * as z from 'zod'

import { billingAddress, movement, payment } from './members.ts'
import { prepared } from './preparation.ts'

/** `POST /authorizations`. */
export const authorization = z.object({
  ...movement,
  ...payment,
  prepared,
  /** 1, or 2 for the first retry with another provider. */
  attempt_number: z.int().positive(),
  /** AUTHORIZE reserves the money, PURCHASE captures it; VERIFY moves none, and its amount is 0. */
  transaction_type: z.enum(CARD_TRANSACTION_TYPES),
  /** Whether an approval of less than the amount is kept; without it the gateway reverses such an approval. */
  partial_approval: z.boolean().optional(),
  card: z.object({
    /** NETWORK_TOKEN: `number` and the expiry are those of the network's substitute. */
    kind: z.enum(['PAN', 'NETWORK_TOKEN']),
    number: z.string(),
    /** Null where none was given. */
    cvv: z.string().nullable(),
    brand: z.enum(CARD_BRANDS),
    expiration_month: z.int(),
    expiration_year: z.int(),
    /** The source of a network token; null for a PAN. */
    token_source: z.string().nullable(),
    /** The proof that a network token may be used; null for a PAN, and for a token without one. */
    network_token: z.object({ cryptogram: z.string(), eci: z.string() }).nullable(),
  }),
  /** Null where 3-D Secure did not run. */
  authentication: z
    .object({
      trans_status: z.string(),
      eci: z.string(),
      authentication_value: z.string().nullable(),
      ds_trans_id: z.string().nullable(),
      message_version: z.string(),
    })
    .nullable(),
  /** Null for a card that is neither saved nor being saved. */
  stored_credential: z
    .object({
      /** The initiator of this payment. */
      initiator: z.enum(['CUSTOMER', 'MERCHANT']),
      /** FIRST while the card is being saved. */
      sequence: z.enum(['FIRST', 'SUBSEQUENT']),
      /** The network's id of the payment that saved the card. */
      network_transaction_id: z.string().nullable(),
    })
    .nullable(),
  billing_address: billingAddress.nullable(),
  /** The number of installments; absent for a payment at once. */
  installments: z.object({ count: z.int().min(2) }).optional(),
  /** The exemption that the merchant requests; absent if there is none, or the cardholder is authenticated. */
  exemption: z.enum(EXEMPTIONS).optional(),
  /** Whether the provider authenticates the cardholder itself: it may answer AUTHENTICATE. Only then the members below are sent. */
  authentication_required: z.boolean().optional(),
  /** The preference of the merchant. It is also MANDATE after an issuer has declined and requires a challenge. */
  challenge_preference: z.enum(CHALLENGE_PREFERENCES).optional(),
  /** The address to which a page of the provider sends the browser, with GET or POST, after every outcome. */
  return_url: z.string().optional(),
  /** `notificationURL`: where the ACS posts the CRes. */
  notification_url: z.string().optional(),
  /** `threeDSMethodNotificationURL`. */
  method_notification_url: z.string().optional(),
  challenge_window_size: z.string().optional(),
})

/** A request to authorize a card, as the provider reads it. */
export type AuthorizationMessage = z.output<typeof authorization>
