import type { Metadata } from '@sluice/types'

import type { OrderSimulation, Simulation } from '../src/scenarios/simulation.ts'

/** Returns the metadata that asks simulators for something. */
export function toMetadata(input: Partial<Simulation> | Partial<OrderSimulation>): Metadata {
  const wanted: Partial<Omit<Simulation, 'flow'>> & { readonly flow?: string | null } = input
  const members = {
    simulated_flow: wanted.flow,
    response_code: wanted.responseCode,
    payment_provider_response_code: wanted.providerResponseCode,
    payment_provider_response_message: wanted.providerResponseMessage,
    approval_code: wanted.approvalCode,
    simulated_approved_amount: wanted.approvedMinor,
    simulated_soft_decline: wanted.softDecline,
    simulated_delay_ms: wanted.delayMs,
    simulated_fault: wanted.fault,
  }
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  )
}
