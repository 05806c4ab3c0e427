import type { Metadata } from '@sluice/types'
import {
  ALTERNATIVE_SIMULATED_FLOWS,
  isProcessingCode,
  LIMITS,
  SIMULATED_CRES_FORMS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
} from '@sluice/types/vocabulary'

import type { OrderSimulation, Simulation } from './simulation.ts'

/** Reads the simulators' instructions from metadata. The gateway's edge rejects values without a meaning. */
export function readSimulation(metadata: Metadata | null): Simulation {
  const text = textOf(metadata)
  const code = text('response_code')
  return {
    flow: SIMULATED_FLOWS.find((flow) => flow === text('simulated_flow')) ?? null,
    responseCode: code !== null && isProcessingCode(code) ? code : null,
    providerResponseCode: text('payment_provider_response_code'),
    providerResponseMessage: text('payment_provider_response_message'),
    approvalCode: text('approval_code'),
    approvedMinor: approvedOf(metadata),
    softDecline: String(metadata?.['simulated_soft_decline']) === 'true',
    delayMs: delayOf(metadata),
    fault: SIMULATED_FAULTS.find((fault) => fault === text('simulated_fault')) ?? null,
    cresForm: SIMULATED_CRES_FORMS.find((form) => form === text('simulated_cres')) ?? 'PLAIN',
  }
}

/** Reads the instructions for payments and payouts that are confirmed elsewhere. */
export function readOrderSimulation(metadata: Metadata | null): OrderSimulation {
  const { responseCode, delayMs, fault } = readSimulation(metadata)
  const wanted = textOf(metadata)('simulated_flow')
  return {
    flow: ALTERNATIVE_SIMULATED_FLOWS.find((flow) => flow === wanted) ?? null,
    responseCode,
    delayMs,
    fault,
  }
}

function textOf(metadata: Metadata | null) {
  return (key: string): string | null => {
    const value = metadata?.[key]
    return typeof value === 'string' ? value : null
  }
}

function approvedOf(metadata: Metadata | null): number | null {
  const approved = Number(metadata?.['simulated_approved_amount'] ?? 0)
  return Number.isSafeInteger(approved) && approved > 0 ? approved : null
}

function delayOf(metadata: Metadata | null): number {
  const delay = Number(metadata?.['simulated_delay_ms'] ?? 0)
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 0), LIMITS.SIMULATED_DELAY_MAX_MS) : 0
}
