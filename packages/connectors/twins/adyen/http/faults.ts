import type { CommonFault } from '../../faults/fault-plan.ts'

/** What goes wrong on the way, or at Adyen, which keeps no error of its own under a key. */
export type FaultKind =
  | CommonFault
  /** The connection breaks at once, and the request runs when the test releases it. */
  | 'arrives-late'
