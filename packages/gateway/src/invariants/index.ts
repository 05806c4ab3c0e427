export { checkInvariants } from './check-invariants.store.ts'
export { listAgedKeys } from './list-aged-keys.store.ts'
export type { Acknowledgement, AgedKey, InvariantPorts, InvariantResult } from './invariant.ts'
