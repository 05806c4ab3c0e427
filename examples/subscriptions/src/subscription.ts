/** One customer who pays each month. */
export interface Subscription {
  readonly id: string
  readonly paymentMethodId: string
  readonly amountMinor: number
  readonly currency: 'EUR'
  /** PAST_DUE: the last charge was declined and will be tried again. */
  readonly state: 'ACTIVE' | 'PAST_DUE' | 'CANCELED'
  /** 1 for the first month. */
  readonly period: number
  /** Charges of this period that were declined. */
  readonly declines: number
  /** The time at which the next charge is due; null once canceled. */
  readonly dueAt: Date | null
}

/** Days until a declined charge is tried again: most accounts have money again within two weeks. */
export const RETRY_AFTER_DAYS = [3, 5, 7] as const

/**
 * Declines after which the same card may be charged later: refused, failed, no money. Every other one needs the customer: a card
 * that is blocked, stolen or expired stays so, and networks count tries of it against the merchant.
 */
const MAY_WORK_LATER: ReadonlySet<string> = new Set(['1000', '1001', '1004'])

/** A reference is used once, so every try has its own. It says which charge it is: the same try sent twice charges once. */
export function referenceOf({ id, period, declines }: Subscription): string {
  return `${id}-${period}-${declines + 1}`
}

/** The month is paid: the next charge is due a month after this one was. */
export function afterApproval(subscription: Subscription, startedAt: Date): Subscription {
  const { period } = subscription
  return {
    ...subscription,
    state: 'ACTIVE',
    period: period + 1,
    declines: 0,
    dueAt: addMonths(startedAt, period),
  }
}

/** Tries again while the schedule has a day and the code leaves hope; then the subscription ends. */
export function afterDecline(subscription: Subscription, processingCode: string, now: Date): Subscription {
  const { declines } = subscription
  const days = RETRY_AFTER_DAYS[declines]
  const mayWorkLater = MAY_WORK_LATER.has(processingCode)
  if (days === undefined || !mayWorkLater) return { ...subscription, state: 'CANCELED', dueAt: null }
  const dueAt = new Date(now.getTime() + days * 86_400_000)
  return { ...subscription, state: 'PAST_DUE', declines: declines + 1, dueAt }
}

/** A month without the day ends on its last: 31 January, 28 February, 31 March. Counted from the start, so no day is lost. */
export function addMonths(start: Date, months: number): Date {
  const last = new Date(
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0, start.getUTCHours()),
  )
  const day = Math.min(start.getUTCDate(), last.getUTCDate())
  return new Date(
    Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day, start.getUTCHours(), start.getUTCMinutes()),
  )
}
