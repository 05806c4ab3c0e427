export { checkInvariants, INVARIANT_IDS } from './check-invariants.store.ts'
export { listAgedKeys } from './list-aged-keys.store.ts'
export type { AcknowledgedTransaction, InvariantPorts, InvariantResult } from './invariant.ts'
