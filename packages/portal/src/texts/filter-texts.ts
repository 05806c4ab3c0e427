/** The texts of the filters of every list: their panel, and the list of active ones. */
export const FILTER_TEXTS = {
  open: 'Filters',
  active: 'active',
  close: 'Close the filters',
  apply: 'Apply',
  reset: 'Reset',
  resetAll: 'Reset filters',
  any: 'Any',
  list: 'Active filters',
  clear: 'Clear all',
  remove: (filter: string) => `Remove the filter ${filter}`,
  newest: 'Newest',
  older: 'Older',
  days: 'Days',
  from: 'From',
  to: 'To',
  order: 'The last day is before the first.',
  /** Shown if the choices of a filter could not be loaded. */
  notLoaded: 'The list cannot be loaded. Close the filters and open them again.',
} as const

/** The texts of the filters of payments. */
export const PAYMENT_FILTER_TEXTS = {
  title: 'Filter payments',
  groups: {
    outcome: 'Payment',
    amount: 'Amount',
    order: 'Order and customer',
  },
  /** The fields' names in the portal, by their names in the API. */
  fields: {
    reference: 'Reference',
    reference_or_last4: 'Reference or last four digits',
    email: 'Email',
    last4: 'Last four digits',
    provider_reference: 'Provider reference',
    amount: 'Amount',
    currency: 'Currency',
    status: 'Status',
    transaction_type: 'Type',
    payment_method_type: 'Method',
    terminal_id: 'Terminal',
    customer_id: 'Customer',
    parent_id: 'Follow-ups of',
    payment_link_id: 'Payment link',
  },
  problems: {
    amount: 'Enter an amount such as 12.50. Choose the currency if it has no decimals.',
    last4: 'Enter four digits.',
  },
} as const
