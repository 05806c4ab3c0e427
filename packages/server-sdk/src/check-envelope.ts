import type { Envelope } from '@sluice/types'
import { ContractError } from './errors/contract-error.ts'
import type { GatewayErrorDetails } from './errors/gateway-error.ts'

const MEMBERS = ['result', 'action', 'redirect', 'form_submit'] as const

/**
 * Makes sure that an execution envelope says exactly one thing.
 *
 * @throws When none or several of its members are set. {@link ContractError}
 */
export function checkEnvelope(envelope: Envelope, details: GatewayErrorDetails = {}): Envelope {
  const set = MEMBERS.filter((member) => envelope[member] !== null && envelope[member] !== undefined)
  if (set.length === 1) return envelope
  const found = set.length === 0 ? 'none' : set.join(' and ')
  throw new ContractError({ ...details, what: `one of ${MEMBERS.join(', ')} must be set, got ${found}` })
}
