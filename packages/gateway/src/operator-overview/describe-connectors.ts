import { THREE_DS_CONNECTORS } from '@sluice/connectors'
import { PROVIDER_CONNECTORS } from '@sluice/connectors/declarations'
import type { OverseenConnector } from '@sluice/portal-api'

import type { ConfigurationFile, ProviderEntry, ThreeDsServerEntry } from '../configuration-file/index.ts'
import { type KnownAccount, nameOfAccount, threeDsAccount } from '../provider-health/index.ts'
import type { FindNewestEvent } from '../transactions/index.ts'

/** The known facts about accounts besides the configuration. */
export interface ConnectorSources {
  readonly accounts: readonly KnownAccount[]
  readonly findNewestEvent: FindNewestEvent
}

/** Describes the connectors that the configuration uses: what each declares, and how its accounts are. */
export async function describeConnectors(
  { providers, threeDsServers }: Pick<ConfigurationFile, 'providers' | 'threeDsServers'>,
  sources: ConnectorSources,
): Promise<readonly OverseenConnector[]> {
  const described = await Promise.all([
    ...providers.map((entry) => describeProvider(entry, sources)),
    ...threeDsServers.map((entry) => describeThreeDsServer(entry, sources)),
  ])
  return described.filter((connector) => connector !== null)
}

async function describeProvider(
  { id: providerId, type, accounts, capabilities }: ProviderEntry,
  { accounts: known, findNewestEvent }: ConnectorSources,
): Promise<OverseenConnector | null> {
  if (type === 'http') return null
  const { title, contract, declared } = PROVIDER_CONNECTORS[type]
  return {
    id: providerId,
    type,
    title,
    contract,
    authentication: declared.authentication,
    operations: declared.manages,
    events: declared.events,
    methods: [...capabilities.methods],
    accounts: await Promise.all(
      accounts.map(async ({ id: accountId }) => ({
        id: accountId,
        authentication: capabilities.authenticatesAt?.has(accountId) ? 'PROVIDER' : 'EXTERNAL',
        ...healthOf({ providerId, accountId }, known),
        lastEventAtMs: await findNewestEvent({ providerId, accountId }),
      })),
    ),
  }
}

/** A 3-D Secure server has no accounts: it is one itself, which takes no payments and sends no events. */
async function describeThreeDsServer(
  { id, type }: ThreeDsServerEntry,
  { accounts }: ConnectorSources,
): Promise<OverseenConnector | null> {
  if (type === 'http') return null
  const { title } = await THREE_DS_CONNECTORS[type]()
  return {
    id,
    type,
    title,
    contract: null,
    authentication: ['EXTERNAL'],
    operations: [],
    events: 'NONE',
    methods: [],
    accounts: [
      { id, authentication: 'EXTERNAL', ...healthOf(threeDsAccount(id), accounts), lastEventAtMs: null },
    ],
  }
}

function healthOf(
  account: Parameters<typeof nameOfAccount>[0],
  known: readonly KnownAccount[],
): Pick<OverseenConnector['accounts'][number], 'state' | 'lastAnsweredAtMs'> {
  const found = known.find((one) => nameOfAccount(one) === nameOfAccount(account))
  return { state: found?.state ?? 'CLOSED', lastAnsweredAtMs: found?.lastAnsweredAtMs ?? null }
}
