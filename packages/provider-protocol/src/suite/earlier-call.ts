/** A provider's reference of a payment, as later calls send it back. */
export interface Names {
  readonly state?: string | null
  readonly provider_reference?: string | null
}

/**
 * Returns how a later call identifies an earlier one.
 *
 * @param names - without them, as after an answer that was lost.
 */
export function earlierCall(key: string, names: Names = {}) {
  return { key, state: null, provider_reference: null, ...names }
}
