import type { SandboxCredentials } from '@sluice/types'

import type { EncryptionKey } from './encryption-keys.ts'
import { toKeySet } from './encryption-keys.wire.ts'
import type { Terminal } from './merchant.ts'
import { noteOfTerminal } from './provision-sandbox.ts'

/** Writes everything a developer needs of a sandbox, once as members and once as a `.env` file. @see docs/protocol.md#ready-line */
export function toSandboxCredentials(sandbox: {
  readonly sandboxId: string
  readonly merchantId: string
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  readonly clientKey: string
  /** In the order of their kinds. */
  readonly terminals: readonly Terminal[]
  readonly keys: readonly EncryptionKey[]
  readonly addresses: { readonly baseUrl: string; readonly authUrl: string; readonly realm: string }
}): SandboxCredentials {
  const members = {
    base_url: sandbox.addresses.baseUrl,
    auth_url: sandbox.addresses.authUrl,
    realm: sandbox.addresses.realm,
    client_id: sandbox.client.clientId,
    client_secret: sandbox.client.clientSecret,
    client_key: sandbox.clientKey,
    terminal_id: sandbox.terminals[0]?.id ?? '',
  }
  return {
    sandbox_id: sandbox.sandboxId,
    merchant_id: sandbox.merchantId,
    ...members,
    terminals: sandbox.terminals.map(({ id, features }, place) => ({
      terminal_id: id,
      features: [...features],
      note: noteOfTerminal(place),
    })),
    encryption_keys: toKeySet(sandbox.keys),
    webhook: null,
    env: Object.entries(members)
      .map(([name, value]) => `SLUICE_${name.toUpperCase()}=${value}\n`)
      .join(''),
  }
}
