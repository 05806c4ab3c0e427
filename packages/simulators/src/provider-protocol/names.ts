import { createHash } from 'node:crypto'

import { RefusedRequest } from './handle-message.ts'

/** A simulated provider's names for a payment. */
export interface Names {
  /** Returns the members for an answer. */
  of(key: string): { readonly state: string; readonly refs: string[] }
  /**
   * Gives back a call that refers to an earlier one.
   *
   * @throws {@link RefusedRequest} For a state or a reference that this provider did not give to that call.
   */
  check<Call extends EarlierCall>(call: Call): Call
}

interface EarlierCall {
  readonly key: string
  /** Null for a call whose answer was lost. */
  readonly state: string | null
  readonly provider_reference: string | null
}

/** Derives the names of a provider from its keys, so that nothing has to be stored. */
export function createNames(providerId: string): Names {
  const digest = (what: string, key: string): Buffer =>
    createHash('sha256').update(`${what}\n${providerId}\n${key}`).digest()
  const stateOf = (key: string): string => `state_${digest('state', key).toString('base64url')}`
  const referenceOf = (key: string): string => `sim_${digest('reference', key).toString('hex').slice(0, 24)}`
  return {
    of: (key) => ({ state: stateOf(key), refs: [referenceOf(key)] }),
    check(call) {
      const { key, state, provider_reference: reference } = call
      if (state !== null && state !== stateOf(key)) throw new RefusedRequest(422, 'state of another call')
      if (reference !== null && reference !== referenceOf(key))
        throw new RefusedRequest(422, 'provider_reference of another call')
      return call
    },
  }
}
