export { configureClients } from './configure-clients.store.ts'
export type { ConfiguredClient } from './configured-client.ts'
export { createIdentity, type Identity } from './create-identity.ts'
export { openIdentityRecords } from './identity-records.store.ts'
