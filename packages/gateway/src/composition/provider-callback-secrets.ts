import type { Secret } from '@sluice/platform/kernel/secret'
import { deriveKey } from '@sluice/platform/crypto/aead'
import { encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'

/** Gives what a provider may sign its callbacks with; nothing for an unknown provider. */
export type FindCallbackSecrets = (providerId: string) => readonly string[]

export function createFindCallbackSecrets(
  { simulators }: Config,
  masterKey: Secret<Uint8Array>,
  file: Pick<ConfigurationFile, 'providers'> | null,
): FindCallbackSecrets {
  return (providerId) => {
    const configured = file?.providers.find(({ id }) => id === providerId)
    if (configured) return configured.callbackSecrets.map((secret) => secret.reveal())
    return simulators ? [deriveCallbackSecret(masterKey.reveal(), providerId)] : []
  }
}

/** The account at a simulated provider needs no configuration: both sides derive its secret. */
export function deriveCallbackSecret(masterKey: Uint8Array, providerId: string): string {
  return encodeWebhookSecret(deriveKey(masterKey, `provider callback ${providerId}`))
}
