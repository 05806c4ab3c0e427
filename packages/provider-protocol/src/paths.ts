/** Paths below a provider's configured address. */
export const PROVIDER_PATHS = {
  preparations: '/preparations',
  authorizations: '/authorizations',
  operations: '/operations',
  orders: '/orders',
  cancellations: '/cancellations',
  undos: '/undos',
  questions: '/questions',
  fences: '/fences',
  capabilities: '/capabilities',
} as const
