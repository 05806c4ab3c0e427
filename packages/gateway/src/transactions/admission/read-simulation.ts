import type { Metadata } from '@sluice/types'
import {
  ALTERNATIVE_SIMULATED_FLOWS,
  isProcessingCode,
  LIMITS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
} from '@sluice/types/vocabulary'

import type { Simulation } from '../../three-ds/index.ts'
import type { AlternativeSimulation } from '../execution/provider.ts'

/** Reads what metadata asks of the simulators; its values were judged when the request came in. */
export function readSimulation(metadata: Metadata | null): Simulation {
  const text = textOf(metadata)
  const code = text('response_code')
  return {
    flow: SIMULATED_FLOWS.find((flow) => flow === text('simulated_flow')) ?? null,
    responseCode: code !== null && isProcessingCode(code) ? code : null,
    providerResponseCode: text('payment_provider_response_code'),
    providerResponseMessage: text('payment_provider_response_message'),
    approvalCode: text('approval_code'),
    delayMs: delayOf(metadata),
    fault: SIMULATED_FAULTS.find((fault) => fault === text('simulated_fault')) ?? null,
  }
}

/** The same for the simulators of methods that are confirmed elsewhere. */
export function readAlternativeSimulation(metadata: Metadata | null): AlternativeSimulation {
  const text = textOf(metadata)
  return {
    flow: ALTERNATIVE_SIMULATED_FLOWS.find((flow) => flow === text('simulated_flow')) ?? null,
    delayMs: delayOf(metadata),
    fault: SIMULATED_FAULTS.find((fault) => fault === text('simulated_fault')) ?? null,
  }
}

function textOf(metadata: Metadata | null) {
  return (key: string): string | null => {
    const value = metadata?.[key]
    return typeof value === 'string' ? value : null
  }
}

function delayOf(metadata: Metadata | null): number {
  const delay = Number(metadata?.['simulated_delay_ms'] ?? 0)
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 0), LIMITS.SIMULATED_DELAY_MAX_MS) : 0
}
