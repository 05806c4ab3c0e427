import { PAYMENT_LINK_STATUSES } from '@sluice/types/vocabulary'

import { choicesOf, type FilterList } from '../filters/filter-list.ts'
import { FILTER_TEXTS } from '../texts/filter-texts.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'

/** The ids of the terminals; without them for a person who may not list them, and null where they could not be loaded. */
interface LinkChoices {
  readonly terminals?: readonly string[] | null
}

/** Returns the filters of payment links. There is no field for terminals if the person may not list them. */
export function linkFilters({ terminals }: LinkChoices): FilterList {
  return {
    path: '/payment-links',
    title: texts.filterTitle,
    filters: {
      status: {
        label: texts.status,
        choices: choicesOf(PAYMENT_LINK_STATUSES, (status) => texts.statuses[status]),
      },
      terminal_id: {
        label: texts.terminal,
        choices: choicesOf(terminals ?? [], (id) => id),
        ...(terminals === null && { hint: FILTER_TEXTS.notLoaded }),
      },
    },
    groups: [
      {
        name: texts.filterLink,
        fields: terminals === undefined ? ['status'] : ['status', 'terminal_id'],
      },
    ],
  }
}
