export { configureClients } from './configure-clients.store.ts'
export { type ClientRefusal, type Clients, createClients, OVERLAP_MAX_MS } from './manage-clients.ts'
export type { ClientRecord } from './client.ts'
export { createClientLookup, createClientStore } from './client.store.ts'
export type { ConfiguredClient } from './configured-client.ts'
export { createIdentity, type Identity } from './create-identity.ts'
export { connectExternalLogin } from './sign-in/connect-external-login.ts'
export type { ExternalLogin } from './sign-in/external-login.ts'
export { totpPurpose } from './users/user-secrets.store.ts'
export { createUserLookup } from './users/find-users.store.ts'
export { createUserStore } from './users/user.store.ts'
export {
  AT_SERVER,
  createUsers,
  type IssuedLink,
  normalizeEmail,
  type UserRefusal,
  type Users,
} from './users/manage-users.ts'
export type { User } from './users/user.ts'
export { signInPath } from './sign-in/sign-in-ports.ts'
export { openIdentityRecords } from './identity-records.store.ts'
export { createIdentityTables } from './identity.migration.ts'
export { IDENTITY_TABLES, type IdentityTables } from './identity.tables.ts'
export {
  keyPurpose,
  revokeSigningKey,
  rotateDueSigningKey,
  rotateSigningKey,
  SIGNS_FOR_MS,
} from './signing-key.store.ts'
