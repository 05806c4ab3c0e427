export type { HoldKind, ReferenceHold } from './reference-hold.ts'
export { createReferenceHolds, type ReferenceHolds } from './reference-holds.store.ts'
export { createReferenceTables } from './references.migration.ts'
export { REFERENCE_TABLES, type ReferenceTables } from './references.tables.ts'
