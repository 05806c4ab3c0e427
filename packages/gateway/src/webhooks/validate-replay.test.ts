import { describe, expect, it } from 'vitest'

import type { ReplaySelection } from './delivery-log.ts'
import type { SubscriptionRecord } from './subscription-record.ts'
import { validateReplay } from './validate-replay.ts'

const subscriptionOf = (id: string, status: SubscriptionRecord['status']) =>
  ({ id, status }) as SubscriptionRecord
const SUBSCRIPTIONS = [subscriptionOf('enabled', 'ACTIVE'), subscriptionOf('disabled', 'DISABLED')]

/** Deliveries are named after the subscription that they are of. */
const problemOf = (selection: ReplaySelection) =>
  validateReplay('m1', selection, {
    deliveryLog: {
      subscriptionsOf: (_, ids) =>
        Promise.resolve(ids.includes('unknown') ? null : ids.map((id) => id.replace('delivery-', ''))),
    },
    subscriptionRecords: {
      find: (_, id) => Promise.resolve(SUBSCRIPTIONS.find((one) => one.id === id) ?? null),
    },
  })

const byIds = (...ids: string[]): ReplaySelection => ({ kind: 'ids', ids })
const bySubscription = (subscriptionId: string | null): ReplaySelection => ({
  kind: 'range',
  fromMs: 0,
  toMs: 1,
  subscriptionId,
})

describe('a replay', () => {
  it('can be done of deliveries, of a subscription and of all of them', async () => {
    expect(await problemOf(byIds('delivery-enabled'))).toBeNull()
    expect(await problemOf(bySubscription('enabled'))).toBeNull()
    expect(await problemOf(bySubscription(null))).toBeNull()
  })

  it('cannot be done of what does not exist', async () => {
    expect(await problemOf(byIds('unknown'))).toEqual({ kind: 'unknown' })
    expect(await problemOf(byIds('delivery-removed'))).toEqual({ kind: 'unknown' })
    expect(await problemOf(bySubscription('removed'))).toEqual({ kind: 'unknown' })
  })

  it('cannot be done of what is disabled', async () => {
    const [, subscription] = SUBSCRIPTIONS
    expect(await problemOf(byIds('delivery-enabled', 'delivery-disabled'))).toEqual({
      kind: 'disabled',
      subscription,
    })
    expect(await problemOf(bySubscription('disabled'))).toEqual({ kind: 'disabled', subscription })
  })
})
