import type { OfferedMethod } from '@sluice/types'

import { parseWebAddress } from '../three-ds/web-address.ts'

/** The session's configuration of the wallet. */
export type GwalletConfig = NonNullable<OfferedMethod['config']>

export const GWALLET_TYPE = 'gwallet-pay'

/** Returns null if the session does not offer the wallet, or names a script that must not be loaded. */
export function readGwalletConfig(methods: readonly OfferedMethod[]): GwalletConfig | null {
  const config = methods.find(({ type }) => type === GWALLET_TYPE)?.config
  return config !== undefined && parseWebAddress(config.script_url) !== null ? config : null
}
