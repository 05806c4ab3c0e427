import type { WebhookSubscription } from '@sluice/types'
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@sluice/types/vocabulary'

import { DAY_FILTERS, DAY_GROUP } from '../filters/day-filters.ts'
import { choicesOf, type FilterList } from '../filters/filter-list.ts'
import { FILTER_TEXTS } from '../texts/filter-texts.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { describeEvent } from './describe-event.ts'

/** The members by which a subscription is chosen. */
type Subscription = Pick<WebhookSubscription, 'id' | 'url'>

/**
 * Returns the filters of deliveries.
 *
 * @param subscriptions - null if they could not be loaded.
 */
export function deliveryFilters(subscriptions: readonly Subscription[] | null): FilterList {
  return {
    path: '/webhooks',
    title: texts.filterTitle,
    filters: {
      status: {
        label: texts.columns.status,
        choices: choicesOf(WEBHOOK_DELIVERY_STATUSES, (status) => texts.statuses[status]),
      },
      event: {
        label: texts.columns.event,
        choices: choicesOf(WEBHOOK_EVENTS, describeEvent),
        format: describeEvent,
      },
      subscription_id: {
        label: texts.subscription,
        choices: (subscriptions ?? []).map(({ id, url }) => ({ value: id, label: url })),
        ...(subscriptions === null && { hint: FILTER_TEXTS.notLoaded }),
      },
      transaction_id: { label: texts.filterPayment, hint: texts.filterPaymentHint },
      ...DAY_FILTERS,
    },
    groups: [
      { name: texts.filterMessage, fields: ['status', 'event', 'subscription_id', 'transaction_id'] },
      DAY_GROUP,
    ],
  }
}
