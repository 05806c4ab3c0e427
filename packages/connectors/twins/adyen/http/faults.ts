import type { CommonFault } from '../../faults/fault-plan.ts'

/** The faults of the network, and of Adyen, which stores no error under a key. */
export type FaultKind =
  | CommonFault
  /** The connection breaks at once, and the request runs when the test releases it. */
  | 'arrives-late'
