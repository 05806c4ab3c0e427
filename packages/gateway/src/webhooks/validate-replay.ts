import type { DeliveryLog, ReplaySelection } from './delivery-log.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'

/** The reason why a replay is impossible: it names something that does not exist, or that is disabled. */
export type ReplayProblem =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled'; readonly subscription: SubscriptionRecord }

/**
 * Validates a replay before anything is changed. The named deliveries and subscriptions must exist and be enabled: a
 * replay that silently did nothing would look like a successful one.
 */
export async function validateReplay(
  merchantId: string,
  selection: ReplaySelection,
  {
    deliveryLog,
    subscriptionRecords,
  }: {
    readonly deliveryLog: Pick<DeliveryLog, 'subscriptionsOf'>
    readonly subscriptionRecords: Pick<SubscriptionRecords, 'find'>
  },
): Promise<ReplayProblem | null> {
  const named = await listNamed()
  if (named === null) return { kind: 'unknown' }
  for (const id of named) {
    const subscription = await subscriptionRecords.find(merchantId, id)
    if (subscription === null) return { kind: 'unknown' }
    if (subscription.status === 'DISABLED') return { kind: 'disabled', subscription }
  }
  return null

  /** Lists the subscriptions that the replay names; null if a named delivery does not exist. */
  async function listNamed(): Promise<readonly string[] | null> {
    if (selection.kind === 'ids') return deliveryLog.subscriptionsOf(merchantId, selection.ids)
    return selection.subscriptionId === null ? [] : [selection.subscriptionId]
  }
}
