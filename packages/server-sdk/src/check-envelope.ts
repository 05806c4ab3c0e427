import type { Envelope } from '@sluice/types'
import { ContractError, type ContractErrorDetails } from './errors/contract-error.ts'

const MEMBERS = ['result', 'action', 'redirect', 'form_submit'] as const

/**
 * Makes sure that an execution envelope says one thing: by one of the members known here, or by none of them and one that
 * is younger than this package.
 *
 * @throws When it says nothing or several things. {@link ContractError}
 */
export function checkEnvelope(
  envelope: Envelope,
  details: Omit<ContractErrorDetails, 'what'> = {},
): Envelope {
  const set = MEMBERS.filter((member) => envelope[member] !== null && envelope[member] !== undefined)
  if (set.length === 1) return envelope
  const saysSomethingNew = Object.values(envelope).some(
    (value) => typeof value === 'object' && value !== null,
  )
  if (set.length === 0 && saysSomethingNew) return envelope
  const found = set.length === 0 ? 'none' : set.join(' and ')
  throw new ContractError({ ...details, what: `one of ${MEMBERS.join(', ')} must be set, got ${found}` })
}
