import type { SandboxFaultKind } from '@sluice/types/vocabulary'

/** What goes wrong on purpose for a whole sandbox. It ends in real time, so that no moved clock keeps it or ends it. */
export interface SandboxFault {
  readonly kind: SandboxFaultKind
  /** Of API_LATENCY; else null. */
  readonly latencyMs: number | null
  /** Of PROVIDER_OUTAGE; else null. */
  readonly providerIds: readonly string[] | null
  /** Epoch milliseconds; from then on it is over. */
  readonly untilMs: number
}

/** Switches faults of sandboxes on and off. This process follows at once, every other within five seconds. @decision 0018 */
export interface SandboxFaults {
  /** Those that are not over, by kind. */
  list(merchantId: string): Promise<readonly SandboxFault[]>
  /** Switches one on, in the place of an earlier one of its kind. */
  set(merchantId: string, fault: SandboxFault): Promise<void>
  /** One that is not on stays so. */
  clear(merchantId: string, kind: SandboxFaultKind): Promise<void>
}

/** Finds a fault that is not over. */
export function findFault(
  faults: readonly SandboxFault[],
  kind: SandboxFaultKind,
  nowMs: number,
): SandboxFault | null {
  return faults.find((fault) => fault.kind === kind && nowMs < fault.untilMs) ?? null
}
