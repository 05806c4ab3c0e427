import type { PaymentIntent } from './objects.ts'

/** A later call whose only trace at Stripe is a mark on the payment intent. */
export type MarkedCall = 'capture' | 'void' | 'increment'

/**
 * Stripe stores 50 members of metadata, with names of at most 40 characters. This leaves room for those of the payment
 * itself, and for the operator's own.
 */
const MARKS_MAX = 40

const MARK = /^sluice (capture|void|increment) ([0-9]+)$/

/**
 * Returns metadata that marks a payment with a call. Its name is the key of the call, which may be as long as Stripe's names, so
 * that no call overwrites the mark of another one under way. The oldest marks make room: keys are made of UUIDs that begin with
 * the time.
 *
 * @param amount - what the call asks for, in Stripe's units.
 */
export function markWith(
  { metadata }: PaymentIntent,
  call: MarkedCall,
  { key, amount }: { readonly key: string; readonly amount: number },
): Readonly<Record<string, string>> {
  const others = Object.keys(metadata).filter((one) => one !== key && MARK.test(metadata[one] ?? ''))
  // An empty text removes a member.
  const removed = others.toSorted().slice(0, Math.max(0, others.length - MARKS_MAX + 1))
  return { ...Object.fromEntries(removed.map((one) => [one, ''])), [key]: `sluice ${call} ${amount}` }
}

/** Returns the amount of a call that the payment is marked with; null without its mark. */
export function markedAmount({ metadata }: PaymentIntent, call: MarkedCall, key: string): number | null {
  const [, marked, amount] = MARK.exec(metadata[key] ?? '') ?? []
  return marked === call ? Number(amount) : null
}

/** Returns whether the payment is marked with any call of a kind. */
export function isMarked({ metadata }: PaymentIntent, call: MarkedCall): boolean {
  return Object.values(metadata).some((value) => MARK.exec(value)?.[1] === call)
}
