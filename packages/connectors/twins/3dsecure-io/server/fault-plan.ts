/**
 * A fault of one message between the gateway and the server. `REQUEST_LOST`: the server never receives it.
 * `ANSWER_LOST`: the server has handled it, and the connection breaks. `LATE`: the answer arrives after the
 * timeout.
 */
export type Fault =
  | 'REQUEST_LOST'
  | 'ANSWER_LOST'
  | 'LATE'
  | 'ERROR_500'
  | 'ERROR_503_HTML'
  | 'HTML_200'
  | 'EMPTY_200'
  | 'OTHER_ID'

/** Decides by the path and the number of earlier calls of it; null lets the message pass. */
export type FaultPlan = (path: string, earlierCalls: number) => Fault | null

export const NO_FAULTS: FaultPlan = () => null

/** Plans a fault in the first call of a path, or in every one with `isForEver`. */
export function faultAt(path: string, fault: Fault, isForEver = false): FaultPlan {
  return (called, earlierCalls) => (called === path && (isForEver || earlierCalls === 0) ? fault : null)
}
