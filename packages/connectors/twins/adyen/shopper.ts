import type { TwinPayment, World } from './world/world.ts'

/** The actions of shoppers and merchants' staff outside the API. */
export interface Shopper {
  /** Confirms or refuses an order on the method's own page. */
  readonly endOrder: (psp: string, isPaid: boolean) => void
  /** Passes or fails a challenge at the bank. */
  readonly authenticate: (psp: string, result: 'Y' | 'N') => void
  /** Closes expired orders. */
  readonly closeExpired: () => void
  /** Reports an incident of a payment: a chargeback, a failed capture, a refund from the Customer Area. */
  readonly report: (
    psp: string,
    event: {
      readonly eventCode: string
      readonly amount?: number
      readonly ofPsp?: string
      readonly reference?: string
      readonly extra?: Readonly<Record<string, string>>
    },
  ) => void
}

/** Creates the actions on the payments of a world. */
export function createShopper(world: World): Shopper {
  const need = (psp: string): TwinPayment => {
    const payment = world.payments.get(psp)
    if (payment === undefined) throw new Error(`The twin knows no payment ${psp}`)
    return payment
  }
  return {
    endOrder(psp, isPaid) {
      const payment = need(psp)
      if (payment.status !== 'awaiting') return
      payment.status = isPaid ? 'authorised' : 'refused'
      if (isPaid) payment.authorised = payment.captured = payment.amount
      const { reference } = payment
      const reason = isPaid ? undefined : 'Cancelled'
      world.emit({
        eventCode: 'AUTHORISATION',
        payment,
        psp,
        reference,
        isSuccess: isPaid,
        ...(reason && { reason }),
      })
    },
    authenticate(psp, result) {
      const { step } = need(psp)
      if (step) step.result = result
    },
    closeExpired() {
      for (const payment of world.payments.values()) {
        const { expiresAtMs, psp, reference } = payment
        if (payment.status !== 'awaiting' || expiresAtMs === null || expiresAtMs > world.nowMs()) continue
        payment.status = 'closed'
        world.emit({ eventCode: 'OFFER_CLOSED', payment, psp, reference, isSuccess: true })
      }
    },
    report(psp, { eventCode, amount, extra, ofPsp = world.newPsp(), reference }) {
      const payment = need(psp)
      world.emit({
        eventCode,
        payment,
        psp: ofPsp,
        reference: reference ?? payment.reference,
        isSuccess: true,
        ...(amount !== undefined && { amount }),
        ...(extra && { extra }),
      })
    },
  }
}
