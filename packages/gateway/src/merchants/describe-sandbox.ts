import type { Clock } from '@sluice/platform/kernel/clock'

import { chooseKeysToPublish } from './encryption-keys.ts'
import type { MerchantStore } from './merchant.store.ts'
import type { SandboxDescription } from './sandbox.wire.ts'

/** The sources for the description of a sandbox. */
export interface DescribeSandboxPorts {
  readonly merchants: Pick<MerchantStore, 'listTerminals' | 'listEncryptionKeys' | 'findClientKeyOf'>
  readonly clock: Clock
  readonly addresses: () => SandboxDescription['addresses']
  readonly findWebhookUrl: (merchantId: string) => Promise<string | null>
}

/** Gathers the data that belongs to a sandbox. */
export async function describeSandbox(
  ports: DescribeSandboxPorts,
  sandbox: { readonly sandboxId: string; readonly merchantId: string; readonly clientId: string },
): Promise<SandboxDescription> {
  const { merchantId } = sandbox
  const [terminals, keys, clientKey, webhookUrl] = await Promise.all([
    ports.merchants.listTerminals(merchantId),
    ports.merchants.listEncryptionKeys(merchantId),
    ports.merchants.findClientKeyOf(merchantId),
    ports.findWebhookUrl(merchantId),
  ])
  return {
    ...sandbox,
    clientKey: clientKey?.clientKey ?? '',
    terminals,
    keys: chooseKeysToPublish(keys, ports.clock.now()),
    addresses: ports.addresses(),
    webhookUrl,
  }
}
