/** The results of a merchant in the test environment. */
export interface Rehearsal {
  readonly isActive: boolean
  /** The number of terminals that accept payments. */
  readonly terminals: readonly { readonly origins: readonly string[] }[]
  /** Whether a receiver of the merchant has accepted an event. */
  readonly wasWebhookTaken: boolean
  /** The newest transactions, by how they ended. */
  readonly payments: readonly {
    readonly transactionType: string
    readonly status: string
    /** The final 3DS letter; null without 3DS. */
    readonly authentication: string | null
  }[]
  /** Whether an owner has signed in. */
  readonly hasOwner: boolean
}

/** Each thing that must be there before real money moves, and why a shop without fails. */
const CHECKS = {
  merchant_active: ({ isActive }: Rehearsal) => isActive,
  terminal_ready: ({ terminals }: Rehearsal) => terminals.length > 0,
  origins_registered: ({ terminals }: Rehearsal) =>
    terminals.length > 0 && terminals.every(({ origins }) => origins.length > 0),
  webhook_taken: ({ wasWebhookTaken }: Rehearsal) => wasWebhookTaken,
  payment_approved: (seen: Rehearsal) => hasPaid(seen, 'APPROVED'),
  payment_declined: (seen: Rehearsal) => hasPaid(seen, 'DECLINED'),
  payment_authenticated: ({ payments }: Rehearsal) =>
    payments.some(({ authentication }) => authentication === 'Y'),
  payment_refunded: ({ payments }: Rehearsal) =>
    payments.some(({ transactionType, status }) => transactionType === 'REFUND' && status === 'APPROVED'),
  owner_active: ({ hasOwner }: Rehearsal) => hasOwner,
} as const

export type GoLiveCheck = keyof typeof CHECKS

/** The steps of a rehearsal that are done and missing, in a merchant's usual order. */
export function checkRehearsal(
  rehearsal: Rehearsal,
): readonly { readonly check: GoLiveCheck; readonly done: boolean }[] {
  return (Object.keys(CHECKS) as GoLiveCheck[]).map((check) => ({ check, done: CHECKS[check](rehearsal) }))
}

const PAID = new Set(['PURCHASE', 'AUTHORIZE'])

function hasPaid({ payments }: Rehearsal, ended: string): boolean {
  return payments.some(({ transactionType, status }) => PAID.has(transactionType) && status === ended)
}
