import type {
  AlternativeSimulatedFlow,
  ProcessingCode,
  SimulatedCresForm,
  SimulatedFault,
  SimulatedFlow,
} from '@sluice/types/vocabulary'

/** The instructions in a request's metadata to the simulators of cards. */
export interface Simulation {
  readonly flow: SimulatedFlow | null
  /** The processing code to answer after authentication. */
  readonly responseCode: ProcessingCode | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  readonly approvalCode: string | null
  /** The highest amount of a card payment that is approved, in minor units; null approves everything. */
  readonly approvedMinor: number | null
  /** Declines the first attempt of a card payment until its cardholder has passed a challenge. */
  readonly softDecline: boolean
  /** The delay, 0–30,000. */
  readonly delayMs: number
  /** The fault of the call to the provider; null for none. */
  readonly fault: SimulatedFault | null
  /** The variant in which the bank's page posts its final CRes. */
  readonly cresForm: SimulatedCresForm
}

/** The instructions for payments and payouts that are confirmed elsewhere. */
export interface OrderSimulation extends Pick<Simulation, 'responseCode' | 'delayMs' | 'fault'> {
  readonly flow: AlternativeSimulatedFlow | null
}
