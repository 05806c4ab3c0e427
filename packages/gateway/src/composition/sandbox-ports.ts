import type { SandboxCredentials } from '@sluice/types'
import type { ToolUser } from '@sluice/platform/http/caller'
import type { Identity } from '@sluice/identity'

import type { Config } from '../config.ts'
import {
  DEMO_SANDBOX,
  describeSandbox,
  findMeantSandbox,
  provisionSandbox,
  SANDBOX_ROLES,
  toSandboxCredentials,
} from '../merchants/index.ts'
import type { EnvironmentRules } from '../transactions/index.ts'
import { DEFAULT_FILTERS } from '../webhooks/index.ts'
import { validateWebhookUrl } from './environment-rules.ts'
import type { Infrastructure } from './infrastructure.ts'
import { sandboxAccounts } from './sandbox-accounts.ts'
import type { Stores } from './stores.ts'

/** What sandboxes need of identity, webhooks and the service's own addresses. */
export function makeSandboxPorts(
  config: Config,
  { clock, realTime, random, simulators }: Infrastructure,
  parts: {
    readonly stores: Pick<
      Stores,
      'merchants' | 'sandboxes' | 'sandboxFaults' | 'sandboxSnapshots' | 'subscriptions'
    >
    readonly identity: Pick<Identity, 'addClient' | 'findClientOf'>
    readonly rules: EnvironmentRules
    readonly baseUrl: () => string
    /** Whether an address leads to this service itself. */
    readonly isOwnAddress: (url: URL) => boolean
  },
) {
  const { http, maxRetries } = config
  const { stores, identity, rules, baseUrl, isOwnAddress } = parts
  return {
    merchants: stores.merchants,
    sandboxes: stores.sandboxes,
    snapshots: stores.sandboxSnapshots,
    faults: stores.sandboxFaults,
    clock,
    realTime,
    random,
    maxRetries,
    accounts: sandboxAccounts(simulators),
    addresses: () => ({ baseUrl: baseUrl(), authUrl: http.authUrl ?? baseUrl(), realm: http.realm }),
    addClient: identity.addClient,
    findClientOf: identity.findClientOf,
    subscribe: async (merchantId: string, url: string, filters = DEFAULT_FILTERS) =>
      (await stores.subscriptions.add({ merchantId, url, filters }))?.secret ?? null,
    findWebhookUrl: async (merchantId: string) =>
      (await stores.subscriptions.list(merchantId))[0]?.url ?? null,
    validateUrl: rules.validateUrl,
    validateWebhookUrl: validateWebhookUrl(config, isOwnAddress),
    findToolMerchant: async (user: ToolUser, headers: Readonly<Record<string, unknown>>) =>
      (await findMeantSandbox(stores.sandboxes, user, headers)).merchantId,
    findSandboxMerchant: async (sandboxId = DEMO_SANDBOX) =>
      (await stores.sandboxes.find(sandboxId))?.merchantId ?? null,
  }
}

export type SandboxPorts = ReturnType<typeof makeSandboxPorts>

/** Makes the sandbox that every gateway of the test environment starts with, or finds it; gives its credentials. */
export async function prepareDemo(
  { dataDir }: Config,
  ports: SandboxPorts,
  { provideClient }: Pick<Identity, 'provideClient'>,
): Promise<SandboxCredentials> {
  const merchantId = await provisionSandbox(ports.merchants, {
    sandboxId: DEMO_SANDBOX,
    name: 'Demo shop',
    origins: '*',
    maxRetries: ports.maxRetries,
    accounts: ports.accounts,
    random: ports.random,
  })
  const { clientId, clientSecret } = await provideClient({
    merchantId,
    name: DEMO_SANDBOX,
    roles: SANDBOX_ROLES,
    dataDir,
  })
  const demo = await describeSandbox(ports, { sandboxId: DEMO_SANDBOX, merchantId, clientId })
  return toSandboxCredentials({ ...demo, webhookUrl: null }, { clientSecret, webhookSecret: null })
}
