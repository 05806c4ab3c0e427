import type { World } from './world/world.ts'

/** A payment as Adyen's own account shows it, to compare with the gateway's ledger. */
export interface BookEntry {
  readonly psp: string
  readonly reference: string
  readonly currency: string
  readonly status: string
  /** The amount that is held and not captured. */
  readonly held: number
  readonly captured: number
  readonly refunded: number
}

/** Lists all payments. */
export function readBooks({ payments }: World): BookEntry[] {
  return [...payments.values()].map(
    ({ psp, reference, currency, status, authorised, captured, refunded }) => ({
      psp,
      reference,
      currency,
      status,
      held: status === 'authorised' && captured === 0 ? authorised : 0,
      captured: status === 'authorised' ? captured : 0,
      refunded,
    }),
  )
}
