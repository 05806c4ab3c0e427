import type { SandboxFault, SandboxFaultRequest } from '@sluice/types'

import { TEST_TOOLS_TEXTS } from '../texts/test-tools-texts.ts'

const { sandboxFaults: texts } = TEST_TOOLS_TEXTS

/** A fault of the sandbox that can be turned on. */
interface FaultChoice {
  readonly name: string
  readonly fault: SandboxFaultRequest
}

const CHOICES: readonly FaultChoice[] = [
  { name: texts.slow(2), fault: { kind: 'API_LATENCY', latency_ms: 2_000 } },
  { name: texts.slow(10), fault: { kind: 'API_LATENCY', latency_ms: 10_000 } },
  { name: texts.kinds.API_ERROR, fault: { kind: 'API_ERROR' } },
  { name: texts.kinds.API_UNAVAILABLE, fault: { kind: 'API_UNAVAILABLE' } },
  { name: texts.kinds.EDGE_REFUSAL, fault: { kind: 'EDGE_REFUSAL' } },
  { name: texts.kinds.PROVIDER_OUTAGE, fault: { kind: 'PROVIDER_OUTAGE' } },
]

/** Every fault that can be turned on, the outage of each single provider last. */
export function choicesOf(providerIds: readonly string[]): readonly FaultChoice[] {
  const outages = providerIds.map((providerId): FaultChoice => ({
    name: texts.away(providerId),
    fault: { kind: 'PROVIDER_OUTAGE', provider_ids: [providerId] },
  }))
  return [...CHOICES, ...outages]
}

/** Returns a fault that is on, in the words by which it was chosen. */
export function describeFault({
  kind,
  latency_ms: latencyMs,
  provider_ids: providers,
}: SandboxFault): string {
  if (kind === 'API_LATENCY') return texts.slow((latencyMs ?? 0) / 1_000)
  if (kind === 'PROVIDER_OUTAGE' && providers?.length === 1) return texts.away(providers[0] ?? '')
  return texts.kinds[kind]
}
