import type { SandboxFaultKind } from '@sluice/types/vocabulary'

/** An injected fault for a whole sandbox. It ends in real time, so that a moved clock neither prolongs nor ends it. */
export interface SandboxFault {
  readonly kind: SandboxFaultKind
  /** The delay of API_LATENCY; null for other faults. */
  readonly latencyMs: number | null
  /** The provider of PROVIDER_OUTAGE; null for other faults. */
  readonly providerIds: readonly string[] | null
  /** The end of the fault, epoch milliseconds. */
  readonly untilMs: number
}

/**
 * Turns faults of sandboxes on and off. This process applies a change at once, every other one within five seconds.
 *
 * @decision 0018
 */
export interface SandboxFaults {
  /** Returns the active faults, by kind. */
  list(merchantId: string): Promise<readonly SandboxFault[]>
  /** Turns a fault on, replacing an earlier one of its kind. */
  set(merchantId: string, fault: SandboxFault): Promise<void>
  /** Turns a fault off; has no effect if it is not on. */
  clear(merchantId: string, kind: SandboxFaultKind): Promise<void>
}

/** Finds an active fault. */
export function findFault(
  faults: readonly SandboxFault[],
  kind: SandboxFaultKind,
  nowMs: number,
): SandboxFault | null {
  return faults.find((fault) => fault.kind === kind && nowMs < fault.untilMs) ?? null
}
