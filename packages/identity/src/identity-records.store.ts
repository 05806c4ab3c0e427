import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { IdentityTables } from './identity.tables.ts'
import { createClientAssertions } from './client-assertions.store.ts'
import { createClientStore } from './client.store.ts'
import type { IdentityRecords } from './identity-records.ts'
import { createRefreshTokenStore } from './refresh-token.store.ts'
import { createLoginCodes } from './sign-in/login-code.store.ts'
import { createKnownNetworks } from './sign-in/known-networks.store.ts'
import { createPasskeyStore } from './sign-in/passkey.store.ts'
import { createSignInFailures } from './sign-in/sign-in-failures.store.ts'
import { openSigningKeys } from './signing-key.store.ts'
import { createUserStore } from './users/user.store.ts'

export interface IdentityRecordsOptions {
  readonly db: Kysely<IdentityTables>
  readonly transact: Transact<IdentityTables>
  readonly sealer: Sealer
  readonly clock: Clock
}

/**
 * Opens what the identity provider keeps, and makes its first signing key.
 *
 * @throws When the keys are sealed under another master key than ours.
 */
export async function openIdentityRecords(options: IdentityRecordsOptions): Promise<IdentityRecords> {
  return {
    clients: createClientStore(options),
    assertions: createClientAssertions(options.db),
    refreshTokens: createRefreshTokenStore(options.db, options.transact),
    signingKeys: await openSigningKeys(options),
    users: createUserStore(options),
    codes: createLoginCodes(options.db, options.transact),
    passkeys: createPasskeyStore(options.db, options.transact),
    signInFailures: createSignInFailures(options.db),
    knownNetworks: createKnownNetworks(options.db),
  }
}
