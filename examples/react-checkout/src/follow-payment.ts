import { outcomeOf, type PaymentResponse } from '@sluice/react'
import type { Outcome } from './orders.ts'

/** The page's next step after the button was pressed. */
export type Step =
  | { readonly kind: 'paid' }
  /** The same session takes another try. */
  | { readonly kind: 'stay'; readonly message: string }
  /** Ended without money: another session is needed. */
  | { readonly kind: 'next'; readonly message: string }
  /** Nothing that the shopper does helps. */
  | { readonly kind: 'stop'; readonly message: string }

/** Options for following a payment. */
export interface Following {
  /** Queries the shop's server, which queries the gateway. */
  readonly ask: () => Promise<Outcome>
  /** Called while the outcome is unknown. */
  readonly onPending: () => void
  /** Called between two questions. */
  readonly wait: () => Promise<void>
}

const MISFIT: Step = { kind: 'stop', message: 'The shop cannot take this payment. Please write to us.' }
const UNPAID: Step = { kind: 'next', message: 'The payment was declined. Try another card.' }

const STEPS: Readonly<Record<Exclude<Outcome, 'pending'>, Step>> = {
  paid: { kind: 'paid' },
  open: { kind: 'stay', message: 'Nothing was paid. Please try again.' },
  invalid: { kind: 'stay', message: 'Nothing was paid. Please try again.' },
  declined: UNPAID,
  canceled: { kind: 'next', message: 'The payment was canceled. You can pay again.' },
  expired: { kind: 'next', message: 'Your bank was not answered in time. You can pay again.' },
  // Compared with a purchase, none of these pays the order.
  authorized: MISFIT,
  otherOperation: MISFIT,
  mismatch: MISFIT,
}

/** Submits the form. A browser's report of a payment is a hint, so each end is queried from the server. */
export async function pay(submit: () => Promise<PaymentResponse>, following: Following): Promise<Step> {
  const { response, error } = await settle(submit)
  if (outcomeOf(response, error) === 'correct')
    return { kind: 'stay', message: error?.message ?? 'Check the marked field.' }
  return followPayment(following)
}

async function settle(submit: () => Promise<PaymentResponse>) {
  try {
    return { response: await submit(), error: null }
  } catch (reason) {
    // An empty field, for example.
    return { response: null, error: reason as Error }
  }
}

/** Polls until the payment is decided. A shopper who pays again in the meantime may pay twice. */
export async function followPayment({ ask, onPending, wait }: Following): Promise<Step> {
  for (;;) {
    // No connection at the moment: the next question may have one.
    const outcome = await ask().catch(() => 'pending' as const)
    if (outcome !== 'pending') return STEPS[outcome]
    onPending()
    await wait()
  }
}
