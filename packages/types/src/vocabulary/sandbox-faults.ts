/**
 * What can go wrong on purpose for a whole sandbox, until a given time: slow answers of the API, an answer of 500 or 503, the
 * empty 403 of the edge, providers that cannot be reached.
 */
export const SANDBOX_FAULT_KINDS = [
  'API_LATENCY',
  'API_ERROR',
  'API_UNAVAILABLE',
  'EDGE_REFUSAL',
  'PROVIDER_OUTAGE',
] as const

/** One fault of a sandbox. */
export type SandboxFaultKind = (typeof SANDBOX_FAULT_KINDS)[number]
