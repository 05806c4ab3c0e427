import type { Metadata } from '@sluice/types'
import { isProcessingCode, LIMITS, SIMULATED_FLOWS } from '@sluice/types/vocabulary'

import type { Simulation } from '../three-ds/index.ts'

/** Reads what metadata asks of the simulators; its values were judged when the request came in. */
export function readSimulation(metadata: Metadata | null): Simulation {
  const text = (key: string): string | null => {
    const value = metadata?.[key]
    return typeof value === 'string' ? value : null
  }
  const code = text('response_code')
  const delay = Number(metadata?.['simulated_delay_ms'] ?? 0)
  return {
    flow: SIMULATED_FLOWS.find((flow) => flow === text('simulated_flow')) ?? null,
    responseCode: code !== null && isProcessingCode(code) ? code : null,
    providerResponseCode: text('payment_provider_response_code'),
    providerResponseMessage: text('payment_provider_response_message'),
    approvalCode: text('approval_code'),
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay, 0), LIMITS.SIMULATED_DELAY_MAX_MS) : 0,
  }
}
