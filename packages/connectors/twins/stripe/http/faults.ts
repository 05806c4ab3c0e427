import type { CommonFault } from '../../faults/fault-plan.ts'

/** The faults of the network, and of Stripe, which stores its errors under their key. */
export type FaultKind = CommonFault | 'lock-timeout'
