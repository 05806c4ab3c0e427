import type { ToolUser } from '@sluice/platform/http/caller'
import type { Identity } from '@sluice/identity'

import type { Config } from '../config.ts'
import { DEMO_SANDBOX, findRequestedSandbox, type SandboxAccounts } from '../merchants/index.ts'
import { CARD_METHOD, type EnvironmentRules } from '../transactions/index.ts'
import { createValidateWebhookUrl, DEFAULT_FILTERS } from '../webhooks/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { SimulatorsModule } from './load-simulators.ts'
import type { Stores } from './stores.ts'

/** The dependencies of sandboxes: identity, webhooks and the service's own addresses. */
export function makeSandboxPorts(
  config: Config,
  { clock, realTime, random, simulators }: Infrastructure,
  parts: {
    readonly stores: Pick<
      Stores,
      'merchants' | 'sandboxes' | 'sandboxFaults' | 'sandboxSnapshots' | 'subscriptions'
    >
    readonly identity: Pick<Identity, 'addClient' | 'findClientOf' | 'provideClient'>
    readonly rules: EnvironmentRules
    readonly baseUrl: () => string
    /** Reports whether an address leads to this service itself. */
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
    provideClient: (client: Omit<Parameters<Identity['provideClient']>[0], 'dataDir'>) =>
      identity.provideClient({ ...client, dataDir: config.dataDir }),
    subscribe: async (merchantId: string, url: string, filters = DEFAULT_FILTERS) =>
      (await stores.subscriptions.add({ merchantId, url, filters }))?.secret ?? null,
    findWebhookUrl: async (merchantId: string) =>
      (await stores.subscriptions.list(merchantId))[0]?.url ?? null,
    validateUrl: rules.validateUrl,
    validateWebhookUrl: createValidateWebhookUrl(config, isOwnAddress),
    findToolMerchant: async (user: ToolUser, headers: Readonly<Record<string, unknown>>) =>
      (await findRequestedSandbox(stores.sandboxes, user, headers)).merchantId,
    findSandboxMerchant: async (sandboxId = DEMO_SANDBOX) =>
      (await stores.sandboxes.find(sandboxId))?.merchantId ?? null,
  }
}

export type SandboxPorts = ReturnType<typeof makeSandboxPorts>

/** A sandbox can use every simulated provider; without simulators it has no provider. */
function sandboxAccounts(simulators: SimulatorsModule | null): SandboxAccounts {
  const accounts = simulators?.SIMULATED_ACCOUNTS ?? []
  return {
    routing: takingCards(accounts.filter(({ authenticates }) => authenticates !== true)),
    authenticating: takingCards(accounts.filter(({ authenticates }) => authenticates === true)),
    alternativeAccounts: new Map(
      accounts.flatMap(({ providerId, accountId, methods }) =>
        methods
          .filter((type) => type !== CARD_METHOD)
          .map((type) => [type, { providerId, accountId }] as const),
      ),
    ),
  }
}

function takingCards(accounts: SimulatorsModule['SIMULATED_ACCOUNTS']): SandboxAccounts['routing'] {
  return accounts
    .filter(({ methods }) => methods.includes(CARD_METHOD))
    .map(({ providerId, accountId }) => ({ providerId, accountId }))
}
