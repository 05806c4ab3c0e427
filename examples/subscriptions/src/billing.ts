import type { GatewayClient, Transaction } from '@sluice/server-sdk'
import { addMonths, afterApproval, afterDecline, referenceOf, type Subscription } from './subscription.ts'

export { signUp, type Subscriber } from './sign-up.ts'
export { RETRY_AFTER_DAYS, type Subscription } from './subscription.ts'

export interface BillingOptions {
  readonly gateway: { readonly transactions: Pick<GatewayClient['transactions'], 'authorize' | 'status'> }
  readonly terminalId: string
  /** The time by which charges are due: the machine's, or a sandbox's that is moved. */
  readonly now: () => Promise<Date>
  /** Called after each charge that is decided. */
  readonly onCharge?: (subscription: Subscription, transaction: Transaction) => void
  /** Called when a charge breaks: it is due again at the next run, and the others are charged. Somebody has to look. */
  readonly onFailure: (subscription: Subscription, reason: unknown) => void
}

/** Stores subscriptions, in memory: a real service has a database, and one process at a time for each subscription. */
export function createBilling({
  gateway,
  terminalId,
  now,
  onCharge = () => undefined,
  onFailure,
}: BillingOptions) {
  const subscriptions = new Map<string, { readonly subscription: Subscription; readonly startedAt: Date }>()
  /** Charges whose outcome the provider will report later: neither paid nor declined. */
  const pending = new Map<string, string>()

  async function charge(subscription: Subscription): Promise<Transaction | null> {
    const known = pending.get(subscription.id)
    if (known !== undefined) return (await gateway.transactions.status(known)).transaction
    const { id, amountMinor, currency, period, paymentMethodId } = subscription
    const reference = referenceOf(subscription)
    const { result } = await gateway.transactions.authorize(
      {
        reference,
        terminal_id: terminalId,
        currency,
        amount: amountMinor,
        transaction_type: 'PURCHASE',
        description: `Magazine, month ${period}`,
        // No browser and no CVV: the card was kept for charges of the merchant.
        payment_method: { type: 'saved_card', data: { payment_method_id: paymentMethodId } },
      },
      // With the same key, a retry after a lost response is the same charge and gets the same response.
      { idempotencyKey: reference },
    )
    if (result?.pending) pending.set(id, result.id)
    return result
  }

  return {
    /** The first month was paid at the sign-up, so the second is due in a month. */
    async add(id: string, paid: { readonly paymentMethodId: string; readonly amountMinor: number }) {
      const startedAt = await now()
      const subscription: Subscription = {
        id,
        ...paid,
        currency: 'EUR',
        state: 'ACTIVE',
        period: 2,
        declines: 0,
        dueAt: addMonths(startedAt, 1),
      }
      subscriptions.set(id, { subscription, startedAt })
      return subscription
    },

    find: (id: string) => subscriptions.get(id)?.subscription,

    /**
     * Charges what is due. A failed charge is reported, is due again at the next run, and does not affect the others.
     */
    async run(): Promise<void> {
      const time = await now()
      for (const [id, { subscription, startedAt }] of subscriptions) {
        if (subscription.dueAt === null || subscription.dueAt > time) continue
        const transaction = await charge(subscription).catch((reason: unknown) => {
          onFailure(subscription, reason)
          return null
        })
        if (transaction === null || transaction.pending) continue
        pending.delete(id)
        const next = transaction.approved
          ? afterApproval(subscription, startedAt)
          : afterDecline(subscription, transaction.processing_code ?? '', time)
        subscriptions.set(id, { subscription: next, startedAt })
        onCharge(next, transaction)
      }
    },
  }
}
