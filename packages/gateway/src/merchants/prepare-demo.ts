import type { SandboxCredentials } from '@sluice/types'
import type { Random } from '@sluice/platform/kernel/random'

import { describeSandbox, type DescribeSandboxPorts } from './describe-sandbox.ts'
import type { MerchantStore } from './merchant.store.ts'
import { DEMO_SANDBOX, provisionSandbox, type SandboxAccounts, SANDBOX_ROLES } from './provision-sandbox.ts'
import { toSandboxCredentials } from './sandbox.wire.ts'

interface DemoPorts extends DescribeSandboxPorts {
  readonly merchants: MerchantStore
  readonly maxRetries: number
  readonly accounts: SandboxAccounts
  readonly random: Random
  /** Creates the client, or returns the existing one; its secret stays the same. */
  readonly provideClient: (client: {
    readonly merchantId: string
    readonly name: string
    readonly roles: typeof SANDBOX_ROLES
  }) => Promise<{ readonly clientId: string; readonly clientSecret: string }>
}

/** Creates the demo sandbox of the test environment if it does not exist yet, and returns its credentials. */
export async function prepareDemo(ports: DemoPorts): Promise<SandboxCredentials> {
  const merchantId = await provisionSandbox(ports.merchants, {
    sandboxId: DEMO_SANDBOX,
    name: 'Demo shop',
    origins: '*',
    maxRetries: ports.maxRetries,
    accounts: ports.accounts,
    random: ports.random,
  })
  const { clientId, clientSecret } = await ports.provideClient({
    merchantId,
    name: DEMO_SANDBOX,
    roles: SANDBOX_ROLES,
  })
  const demo = await describeSandbox(ports, { sandboxId: DEMO_SANDBOX, merchantId, clientId })
  return toSandboxCredentials({ ...demo, webhookUrl: null }, { clientSecret, webhookSecret: null })
}
