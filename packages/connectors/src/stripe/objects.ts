import * as z from 'zod'

/** The members of Stripe's objects that the connector reads. Other members are ignored, and these are required. */

const text = z.string().min(1)
const count = z.int().nonnegative()
const metadata = z.record(z.string(), z.string())

/** The text of an error, and the payment intent that it concerns. */
const failure = {
  type: z.string().nullish(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
  message: z.string().nullish(),
  advice_code: z.string().nullish(),
  network_advice_code: z.string().nullish(),
  network_decline_code: z.string().nullish(),
}

const threeDSecure = z.object({
  result: z.string().nullish(),
  electronic_commerce_indicator: z.string().nullish(),
  transaction_id: z.string().nullish(),
  version: z.string().nullish(),
  exemption_indicator: z.string().nullish(),
})

const cardDetails = z.object({
  amount_authorized: count.nullish(),
  authorization_code: z.string().nullish(),
  capture_before: count.nullish(),
  network_transaction_id: z.string().nullish(),
  checks: z
    .object({
      address_line1_check: z.string().nullish(),
      address_postal_code_check: z.string().nullish(),
      cvc_check: z.string().nullish(),
    })
    .nullish(),
  incremental_authorization: z.object({ status: z.string() }).nullish(),
  multicapture: z.object({ status: z.string() }).nullish(),
  three_d_secure: threeDSecure.nullish(),
})

const charge = z.object({
  id: text,
  amount: count,
  amount_captured: count,
  amount_refunded: count,
  captured: z.boolean(),
  status: text,
  authorization_code: z.string().nullish(),
  payment_method_details: z.object({ type: text, card: cardDetails.nullish() }).nullish(),
})

/** A charge. */
export type Charge = z.output<typeof charge>

/** A payment intent. */
export const paymentIntent = z.object({
  id: text,
  object: z.literal('payment_intent'),
  status: text,
  amount: count,
  amount_capturable: count,
  amount_received: count,
  currency: text,
  capture_method: text,
  livemode: z.boolean(),
  cancellation_reason: z.string().nullable(),
  last_payment_error: z.object(failure).nullable(),
  latest_charge: z.union([text, charge]).nullable(),
  metadata,
  next_action: z.looseObject({ type: text }).nullable(),
  payment_method_types: z.array(z.string()),
})

/** A payment intent. */
export type PaymentIntent = z.output<typeof paymentIntent>

/** An error in an answer. */
export const errorAnswer = z.object({
  error: z.object({ ...failure, payment_intent: paymentIntent.optional().catch(undefined) }),
})

/** An error. */
export type StripeError = z.output<typeof errorAnswer>['error']

/** A refund. */
export const refund = z.object({
  id: text,
  object: z.literal('refund'),
  amount: count,
  currency: text,
  status: text,
  metadata: metadata.nullable(),
  payment_intent: text.nullish(),
  charge: text.nullish(),
  failure_reason: z.string().nullish(),
})

/** A refund. */
export type Refund = z.output<typeof refund>

/** An object of which only the id matters. */
export const named = z.object({ id: text })

/** A page of refunds. */
export const refundList = z.object({ data: z.array(refund) })

/** Payment intents that a search found. */
export const intentList = z.object({ data: z.array(paymentIntent) })
