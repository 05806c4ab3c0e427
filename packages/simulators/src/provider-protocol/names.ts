import { createHash } from 'node:crypto'

import { RefusedRequest } from './handle-message.ts'

/** A simulated provider's names for a payment. */
export interface Names {
  /** Returns the members for an outcome. */
  ofOutcome(key: string): { readonly state: null; readonly refs: string[] }
  /** Returns the members for an order, whose later requests need the state. */
  ofOrder(key: string): { readonly state: string; readonly refs: string[] }
  /**
   * Resolves a reference to an earlier call.
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

/**
 * The length of the key's prefix in a reference: the time at which the key was made, so that references ascend as
 * real ones do.
 */
const TIME_CHARS = 12

/** Derives a provider's names from its keys, so that nothing has to be stored. */
export function createNames(providerId: string): Names {
  const digest = (what: string, key: string): Buffer =>
    createHash('sha256').update(`${what}\n${providerId}\n${key}`).digest()
  const stateOf = (key: string): string => `state_${digest('state', key).toString('base64url')}`
  const referenceOf = (key: string): string =>
    `sim_${key.slice(0, TIME_CHARS)}${digest('reference', key).toString('hex').slice(0, TIME_CHARS)}`
  return {
    ofOutcome: (key) => ({ state: null, refs: [referenceOf(key)] }),
    ofOrder: (key) => ({ state: stateOf(key), refs: [referenceOf(key)] }),
    check(call) {
      const { key, state, provider_reference: reference } = call
      if (state !== null && state !== stateOf(key)) throw new RefusedRequest(422, 'state of another call')
      if (reference !== null && reference !== referenceOf(key))
        throw new RefusedRequest(422, 'provider_reference of another call')
      return call
    },
  }
}
