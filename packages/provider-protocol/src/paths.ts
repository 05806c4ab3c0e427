/** Paths below a provider's configured address. Those that end in a slash are followed by a key. */
export const PROVIDER_PATHS = {
  authorizations: '/authorizations',
  operations: '/operations',
  orders: '/orders',
  outcomes: '/outcomes',
  fences: '/fences',
  capabilities: '/capabilities',
} as const

/** Where an order's outcome is asked for, with every kind of key. */
export const outcomePath = (key: string): string => `${PROVIDER_PATHS.outcomes}/${encodeURIComponent(key)}`

/** Where an order is cancelled. */
export const cancelPath = (key: string): string =>
  `${PROVIDER_PATHS.orders}/${encodeURIComponent(key)}/cancel`
