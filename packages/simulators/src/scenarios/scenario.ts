import type { ProcessingCode, SimulatedFlow } from '@sluice/types/vocabulary'

import type { Simulation } from './simulation.ts'
import { FLOWS, type FlowScript } from './flows.ts'
import { findTestCard, type TestCard } from './test-cards.ts'

/** The scenario of a payment outside the gateway. The simulators store nothing else of a card. */
export interface Scenario {
  readonly flow: SimulatedFlow
  readonly script: FlowScript
  /** The providers' answer after authentication; with fallback declines, the answer of those that decline. */
  readonly processingCode: ProcessingCode
  /** The provider's raw code; null for the usual one of the processing code. */
  readonly providerResponseCode: string | null
  /** Whether later payments with the saved card are declined. */
  readonly declinesOnceSaved: boolean
}

/**
 * Finds the scenario of a payment. `metadata.simulated_flow` takes precedence over the card number, and the default
 * is a frictionless approval. `response_code` replaces the code of either.
 *
 * @see docs/protocol/simulators.md#test-cards
 */
export function resolveScenario(pan: string, simulation: Simulation): Scenario {
  const wanted: TestCard = simulation.flow ? { flow: simulation.flow } : (findTestCard(pan) ?? {})
  const flow = wanted.flow ?? 'FRICTIONLESS_SUCCESS'
  const script = FLOWS[flow]
  const usualCode: ProcessingCode = script.fallbackDeclines === null ? '0000' : '1000'
  const forcedCode = simulation.responseCode
  return {
    flow,
    script,
    processingCode: forcedCode ?? wanted.processingCode ?? usualCode,
    providerResponseCode: forcedCode === null ? (wanted.providerResponseCode ?? null) : null,
    declinesOnceSaved: forcedCode === null && (wanted.declinesOnceSaved ?? false),
  }
}
