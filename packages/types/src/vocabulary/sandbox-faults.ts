/**
 * Faults that can be injected into a whole sandbox until a given time: slow responses of the API, responses of 500 or
 * 503, the empty 403 of the edge, unreachable providers.
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
