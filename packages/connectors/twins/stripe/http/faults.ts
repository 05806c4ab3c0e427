import type { CommonFault } from '../../faults/fault-plan.ts'

/** What goes wrong on the way, or at Stripe, whose errors are kept under their key. */
export type FaultKind = CommonFault | 'lock-timeout'
