export { checkInvariants } from './check-invariants.store.ts'
export type { Acknowledgement, InvariantPorts, InvariantResult } from './invariant.ts'
