import type { World } from './world/world.ts'

/** A payment as the provider's own account shows it, to compare with the gateway's ledger. */
export interface BookEntry {
  readonly paymentIntent: string
  readonly metadata: Readonly<Record<string, string>>
  readonly currency: string
  readonly status: string
  readonly amount: number
  /** The amount that is held and not captured. */
  readonly heldAmount: number
  readonly capturedAmount: number
  /** The amount of refunds that did not fail; a released hold does not count. */
  readonly refundedAmount: number
  readonly refundKeys: readonly Readonly<Record<string, string>>[]
  readonly disputedAmount: number
  /** The number of successful charges. Two would mean that a payment was taken twice. */
  readonly successfulCharges: number
}

export function readBooks(world: World): BookEntry[] {
  return [...world.intents.values()].map((intent) => {
    const charges = [...world.charges.values()].filter((one) => one.payment_intent === intent.id && one.paid)
    const ids = new Set(charges.map(({ id }) => id))
    const refunds = [...world.refunds.values()].filter(
      (one) => ids.has(String(one.charge)) && one.status !== 'failed' && one.status !== 'canceled',
    )
    const disputes = [...world.disputes.values()].filter(
      (one) => ids.has(String(one.charge)) && !one.status.startsWith('warning') && one.status !== 'won',
    )
    return {
      paymentIntent: intent.id,
      metadata: intent.metadata,
      currency: intent.currency,
      status: intent.status,
      amount: intent.amount,
      heldAmount: intent.amount_capturable,
      capturedAmount: sum(charges.map((one) => one.amount_captured)),
      refundedAmount: sum(refunds.map((one) => one.amount)),
      refundKeys: refunds.map((one) => one.metadata ?? {}),
      disputedAmount: sum(disputes.map((one) => one.amount)),
      successfulCharges: charges.length,
    }
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
