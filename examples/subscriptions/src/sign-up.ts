import { type Card, fingerprintResult, type GatewayClient, nextStep } from '@sluice/server-sdk'

export interface Subscriber {
  readonly email: string
  readonly card: Card
}

export interface SignUpOptions {
  readonly gateway: Pick<GatewayClient, 'customers' | 'encryptCard' | 'threeDs' | 'transactions'>
  readonly terminalId: string
  readonly reference: string
  readonly amountMinor: number
}

/** The browser data that the sign-up page collected. */
const BROWSER_INFO = {
  user_agent: 'Mozilla/5.0 (example)',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 900,
  screen_width: 1440,
  time_zone_offset: 0,
  language: 'en-GB',
}

/**
 * Charges the first month while the customer is there, and saves the card for the months after it. Only a payment that
 * the bank has authenticated lets the merchant charge alone later.
 *
 * A real page leads its customer through the bank's steps, as `examples/direct-api-three-ds` does. This one answers the
 * fingerprint by itself, for a card whose bank asks nothing more.
 *
 * @returns the id that later charges name.
 * @throws {Error} When the first month is not paid.
 */
export async function signUp(
  { gateway, terminalId, reference, amountMinor }: SignUpOptions,
  { email, card }: Subscriber,
): Promise<string> {
  const customer = await gateway.customers.create({ email })
  let envelope = await gateway.transactions.authorize({
    reference,
    terminal_id: terminalId,
    currency: 'EUR',
    amount: amountMinor,
    transaction_type: 'PURCHASE',
    description: 'Magazine, month 1',
    payment_method: { type: 'card', data: await gateway.encryptCard(card) },
    customer: { id: customer.id },
    tokenization: {
      save_card_for_future_payments: true,
      tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
    },
    browser_info: BROWSER_INFO,
  })
  const step = nextStep(envelope)
  if (step.kind === 'fingerprint') {
    envelope = await gateway.threeDs.requestAuthentication(step.token.three_ds_server_trans_id, {
      fingerprint_result: fingerprintResult('U'),
      payment_data: step.action.payment_data,
    })
  }
  const paymentMethodId = envelope.result?.approved ? envelope.result.payment_method.token : null
  if (!paymentMethodId) throw new Error(`The first month of ${reference} is not paid`)
  return paymentMethodId
}
