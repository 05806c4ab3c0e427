/**
 * What happens to one message between the gateway and the server. `REQUEST_LOST`: the server never sees it. `ANSWER_LOST`:
 * the server has handled it, and the connection breaks. `LATE`: the answer comes when nobody waits any more.
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

/** Decides by the path, and by how often it was called before; null lets the message pass. */
export type FaultPlan = (path: string, earlierCalls: number) => Fault | null

export const NO_FAULTS: FaultPlan = () => null

/** A fault in the first call of a path; in every one with `isForEver`. */
export function faultAt(path: string, fault: Fault, isForEver = false): FaultPlan {
  return (called, earlierCalls) => (called === path && (isForEver || earlierCalls === 0) ? fault : null)
}
