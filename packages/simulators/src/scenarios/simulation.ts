import type {
  AlternativeSimulatedFlow,
  ProcessingCode,
  SimulatedCresForm,
  SimulatedFault,
  SimulatedFlow,
} from '@sluice/types/vocabulary'

/** What a request's metadata asks of a card's simulators. */
export interface Simulation {
  readonly flow: SimulatedFlow | null
  /** The processing code to answer after authentication. */
  readonly responseCode: ProcessingCode | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  readonly approvalCode: string | null
  /** Approves no more than this of a card payment, in minor units; null approves everything. */
  readonly approvedMinor: number | null
  /** Declines the first attempt of a card payment until its cardholder has passed a challenge. */
  readonly softDecline: boolean
  /** 0–30,000. */
  readonly delayMs: number
  /** How the call to the provider goes wrong; null: not at all. */
  readonly fault: SimulatedFault | null
  /** How the bank's page posts its final CRes. */
  readonly cresForm: SimulatedCresForm
}

/** The same for payments and payouts that are confirmed elsewhere. */
export interface OrderSimulation extends Pick<Simulation, 'responseCode' | 'delayMs' | 'fault'> {
  readonly flow: AlternativeSimulatedFlow | null
}
