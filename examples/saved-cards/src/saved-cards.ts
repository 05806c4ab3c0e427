/** A customer's saved cards: saved by the payment page, listed, paid with, removed. */
import {
  type BrowserInfo,
  type Currency,
  fingerprintResult,
  type GatewayClient,
  type HostedPaymentPage,
  type NextStep,
  nextStep,
} from '@sluice/server-sdk'

export interface Shop {
  readonly client: Pick<
    GatewayClient,
    'customers' | 'hostedPaymentPages' | 'paymentMethods' | 'threeDs' | 'transactions'
  >
  readonly terminalId: string
}

/** The order to pay. The reference is used once. */
export interface Order {
  readonly reference: string
  readonly amountMinor: number
  readonly currency: Currency
}

/** A card as the customer's account page shows it. */
export interface ShownCard {
  readonly id: string
  /** `VISA 4242, 12/2034`. */
  readonly label: string
}

/** Opens the page that takes the payment. It asks whether to save the card, and offers the cards that are saved already. */
export function openPaymentPage(
  { client, terminalId }: Shop,
  customerId: string,
  { reference, amountMinor, currency }: Order,
  returnUrl: string,
): Promise<HostedPaymentPage> {
  return client.hostedPaymentPages.create({
    terminal_id: terminalId,
    reference,
    amount: amountMinor,
    currency,
    transaction_type: 'PURCHASE',
    return_url: returnUrl,
    customer_id: customerId,
    tokenization: { show_save_card_for_future_payments: true },
  })
}

/** The customer's cards that can be paid with. */
export async function listCards({ client }: Shop, customerId: string): Promise<readonly ShownCard[]> {
  const { data } = await client.customers.paymentMethods(customerId)
  return data.map((card) => ({
    id: card.payment_method_id,
    label: `${card.card_brand} ${card.card_last_4}, ${card.card_exp_month}/${card.card_exp_year}`,
  }))
}

/**
 * Pays with a saved card while the customer is there. The CVV is not sent, so no card data comes near the shop; a
 * provider that insists on it declines with 2020, and the customer pays on the page.
 *
 * @returns what comes next: an outcome, or the bank's question, which `examples/direct-api-three-ds` shows to the customer.
 * @throws {ValidationError} when the card does not belong, or no longer belongs, to this customer.
 */
export async function payWithSavedCard(
  { client, terminalId }: Shop,
  customerId: string,
  { reference, amountMinor, currency }: Order,
  { cardId, browser }: { readonly cardId: string; readonly browser: BrowserInfo },
): Promise<NextStep> {
  const step = nextStep(
    await client.transactions.authorize({
      terminal_id: terminalId,
      reference,
      amount: amountMinor,
      currency,
      transaction_type: 'PURCHASE',
      customer: { id: customerId },
      payment_method: { type: 'saved_card', data: { payment_method_id: cardId } },
      browser_info: browser,
    }),
  )
  if (step.kind !== 'fingerprint') return step
  // A page lets the bank inspect the browser first. `U` tells the bank that it could not.
  return nextStep(
    await client.threeDs.requestAuthentication(step.token.three_ds_server_trans_id, {
      fingerprint_result: fingerprintResult('U'),
      payment_data: step.action.payment_data,
    }),
  )
}

/**
 * Removes a card. Ids come from the customer's browser, and the shop may remove cards of all its customers: whose card it is
 * is asked first.
 *
 * @returns whether the customer had such a card.
 */
export async function removeCard(shop: Shop, customerId: string, cardId: string): Promise<boolean> {
  const cards = await listCards(shop, customerId)
  if (!cards.some(({ id }) => id === cardId)) return false
  await shop.client.paymentMethods.delete(cardId)
  return true
}
