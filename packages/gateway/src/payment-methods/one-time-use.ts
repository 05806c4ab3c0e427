import type { SealedFieldUse } from './open-sealed-fields.ts'
import type { WalletTokenUse } from './wallet-token/open-token.ts'

/** A use of what pays for one order alone, however often that order is sent. */
export type OneTimeUse = SealedFieldUse | WalletTokenUse
