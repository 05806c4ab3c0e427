import type { SimulatedFault } from '@sluice/types/vocabulary'

/**
 * The moment at which a fault breaks a call: before it is executed, or after. Faults that are not listed break a
 * callback, not a call.
 *
 * @see docs/protocol/simulators.md#simulated-faults
 */
const MOMENTS: Readonly<Partial<Record<SimulatedFault, 'before' | 'after'>>> = {
  RESET_BEFORE_EXECUTION: 'before',
  SERVER_ERROR: 'before',
  TIMEOUT_AFTER_EXECUTION: 'after',
  RESET_AFTER_EXECUTION: 'after',
  MALFORMED_ANSWER: 'after',
}

/** The call was lost, as its metadata requested. */
export class SimulatedFaultError extends Error {
  override readonly name = 'SimulatedFaultError'
  readonly fault: SimulatedFault

  constructor(fault: SimulatedFault) {
    super(`The call was lost as it was asked for: ${fault}`)
    this.fault = fault
  }
}

/**
 * Runs a call to a simulated provider, or loses it. The caller does not receive the outcome; the fault's name shows
 * whether there is one.
 *
 * @throws {@link SimulatedFaultError} In place of the answer.
 */
export async function withFault<T>(fault: SimulatedFault | null, execute: () => Promise<T>): Promise<T> {
  const moment = fault === null ? undefined : MOMENTS[fault]
  if (fault === null || moment === undefined) return execute()
  if (moment === 'after') await execute()
  throw new SimulatedFaultError(fault)
}
