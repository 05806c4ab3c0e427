/** Shapes of Stripe's answers as public clients record them, with values of our own. */

/** Returns a charge of a card payment. */
export function chargeWith(changes: object = {}, card: object = {}): object {
  return {
    id: 'ch_3QxNordlys00001',
    object: 'charge',
    amount: 129_900,
    amount_captured: 129_900,
    amount_refunded: 0,
    captured: true,
    currency: 'eur',
    status: 'succeeded',
    paid: true,
    refunded: false,
    outcome: {
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      type: 'authorized',
    },
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: 129_900,
        authorization_code: '482913',
        brand: 'visa',
        checks: { address_line1_check: 'pass', address_postal_code_check: 'fail', cvc_check: 'pass' },
        last4: '4242',
        network_transaction_id: '104102978678771',
        three_d_secure: null,
        wallet: null,
        ...card,
      },
    },
    ...changes,
  }
}

/** Returns a payment intent. */
export function intentWith(changes: object = {}): object {
  return {
    id: 'pi_3QxNordlys00001',
    object: 'payment_intent',
    amount: 129_900,
    amount_capturable: 0,
    amount_received: 129_900,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: 'pi_3QxNordlys00001_secret_never_leaves',
    confirmation_method: 'manual',
    created: 1_795_000_000,
    currency: 'eur',
    customer: null,
    description: 'order-7719',
    last_payment_error: null,
    latest_charge: chargeWith(),
    livemode: false,
    metadata: { sluice_key: 'call1', sluice_account: 'main', sluice_reference: 'order-7719' },
    next_action: null,
    payment_method: 'pm_1QxNordlys00001',
    payment_method_types: ['card'],
    status: 'succeeded',
    ...changes,
  }
}

/** A payment intent that was never confirmed. */
export const UNTOUCHED = intentWith({
  amount_received: 0,
  latest_charge: null,
  payment_method: null,
  status: 'requires_payment_method',
})

/** A hold. */
export const HELD = intentWith({
  amount_capturable: 129_900,
  amount_received: 0,
  capture_method: 'manual',
  latest_charge: chargeWith(
    { amount_captured: 0, captured: false },
    { capture_before: 1_795_604_800, multicapture: { status: 'available' } },
  ),
  status: 'requires_capture',
})

/** A payment for which the shopper is sent to the issuer. */
export const CHALLENGED = intentWith({
  amount_received: 0,
  latest_charge: null,
  status: 'requires_action',
  next_action: {
    type: 'redirect_to_url',
    redirect_to_url: {
      return_url: 'https://pay.example/three-ds/handle/return',
      url: 'https://hooks.stripe.example/3d_secure_2/hosted?merchant=acct_nordlys&source=payatt_1',
    },
  },
})

/** Returns a decline as Stripe answers it: status 402, and the payment intent inside. */
export function declineWith(error: object): object {
  const said = { type: 'card_error', message: 'Your card was declined.', ...error }
  const payment_intent = intentWith({
    amount_received: 0,
    last_payment_error: said,
    latest_charge: 'ch_3QxNordlys00002',
    status: 'requires_payment_method',
  })
  return { error: { ...said, payment_intent } }
}

/** Returns a refund. */
export function refundWith(changes: object = {}): object {
  return {
    id: 're_3QxNordlys00001',
    object: 'refund',
    amount: 5_000,
    charge: 'ch_3QxNordlys00001',
    created: 1_795_000_100,
    currency: 'eur',
    metadata: { sluice_key: 'refund1', sluice_account: 'main' },
    payment_intent: 'pi_3QxNordlys00001',
    reason: null,
    status: 'succeeded',
    ...changes,
  }
}

/** Returns a dispute. */
export function disputeWith(changes: object = {}): object {
  return {
    id: 'du_1QxNordlys00001',
    object: 'dispute',
    amount: 129_900,
    charge: 'ch_3QxNordlys00001',
    currency: 'eur',
    evidence_details: { due_by: 1_796_000_000, has_evidence: false, past_due: false, submission_count: 0 },
    network_reason_code: '10.4',
    payment_intent: 'pi_3QxNordlys00001',
    reason: 'fraudulent',
    status: 'needs_response',
    metadata: {},
    ...changes,
  }
}
