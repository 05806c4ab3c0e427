import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'

import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import type { Secret } from '@sluice/shared/secret'
import type { Timers } from '@sluice/shared/timers'
import type { Provider, ProviderCapabilities } from './provider.ts'
import { registerSimulatedAcs } from './acs/acs.routes.ts'
import { createChallengeRecordsStore } from './acs/challenge-records.store.ts'
import { createSimulatedAlternativeProviders } from './alternative-provider/alternative-providers.ts'
import type { CallbackDesk } from './alternative-provider/deliver-callbacks.ts'
import { createOrderLedgerStore } from './alternative-provider/order-ledger.store.ts'
import { registerProviderPages } from './alternative-provider/provider-page.routes.ts'
import { settleOrders } from './alternative-provider/settle-orders.ts'
import { createSimulatedCardProviders } from './card-provider/card-provider.ts'
import { createHeldPaymentsStore } from './card-provider/held-payments.store.ts'
import { createProviderLedgerStore, type PrepareRecord } from './card-provider/provider-ledger.store.ts'
import { accountOf } from './card-provider/provider-profiles.ts'
import { createReadBooks } from './control/books.store.ts'
import type { SimulatorControl } from './control/control.ts'
import { createInstructions, followInstructions } from './control/instructions.ts'
import { type IsAway, withOutages } from './control/outages.ts'
import { createReportIncident } from './control/report-incident.store.ts'
import { createMerchantRecords } from './control/merchant-records.store.ts'
import { createHandleMessage, type HandleMessage } from './provider-protocol/handle-message.ts'
import { listProviderRoutes } from './provider-protocol/provider-routes.ts'
import { listThreeDsRoutes } from './provider-protocol/three-ds-routes.ts'
import type { SimulatorTables } from './simulator.tables.ts'
import { registerHostedPages } from './three-ds-server/hosted-page.routes.ts'
import { createSimulatedThreeDsServer } from './three-ds-server/three-ds-server.ts'

export interface SimulatorsOptions extends Pick<CallbackDesk, 'post' | 'sign' | 'callbackSecretsOf'> {
  readonly db: Kysely<SimulatorTables>
  readonly transact: <T>(work: (trx: Transaction<SimulatorTables>) => Promise<T>) => Promise<T>
  /** Prepares the statements that every purchase needs; if it is absent, each statement is built again. */
  readonly prepareRecord?: PrepareRecord
  readonly clock: Clock
  /** The clock for signatures. It keeps real time while tests move the other one. */
  readonly realTime: Clock
  readonly random: Random
  readonly timers: Timers
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
  /** Returns whether the 3DS Method may notify a URL. */
  readonly mayNotify: (url: string) => boolean
  /** Returns the secrets with which a party's requests are signed. */
  readonly secretOf: (partyId: string) => Secret<string>
  /** Returns whether a merchant cannot reach a provider now; if it is absent, all merchants can. */
  readonly isAway?: IsAway
  /** Makes a `webhook-id`. */
  readonly makeMessageId: () => string
  /** Returns the address for a provider's events; null if it is unknown. Orders name the address themselves. */
  readonly callbackUrlOf: (providerId: string) => string | null
}

/** A simulated provider, as the gateway's configuration describes a real one. */
export interface SimulatedParty {
  readonly id: string
  readonly capabilities: ProviderCapabilities
  /** The gateway's accounts at the provider. */
  readonly accounts: readonly string[]
  /** Answers a message of the provider protocol. */
  readonly handle: HandleMessage
}

/** The systems outside a gateway: providers, 3DS server and bank. */
export interface Simulators {
  readonly providers: readonly SimulatedParty[]
  readonly threeDsServer: Pick<SimulatedParty, 'id' | 'handle'>
  /** Serves the pages of banks and providers. */
  registerPages(server: FastifyInstance): void
  readonly control: SimulatorControl
}

/** The party name of the 3DS server. */
const THREE_DS_SERVER = 'three-ds-server'

export function createSimulators(options: SimulatorsOptions): Simulators {
  const { db, clock, realTime, secretOf, isAway } = options
  const challenges = createChallengeRecordsStore(db)
  const desk = { ...options, ledger: createOrderLedgerStore(options) }
  const instructions = createInstructions()
  const records = createMerchantRecords(options)
  const readBooks = createReadBooks(db, clock)
  const reached = (provider: Provider) => (isAway ? withOutages(provider, { isAway, readBooks }) : provider)
  const signingOf = (id: string) => ({ secret: secretOf(id), clock: realTime })

  return {
    providers: [
      ...createSimulatedCardProviders({
        ...options,
        store: createProviderLedgerStore(options),
        held: createHeldPaymentsStore(db),
        challenges,
      }),
      ...createSimulatedAlternativeProviders(desk),
    ].map((provider) => ({
      id: provider.id,
      capabilities: provider.capabilities,
      accounts: [accountOf(provider)],
      handle: createHandleMessage(
        listProviderRoutes(reached(followInstructions(provider, instructions)), clock),
        signingOf(provider.id),
      ),
    })),
    threeDsServer: {
      id: THREE_DS_SERVER,
      handle: createHandleMessage(
        listThreeDsRoutes(createSimulatedThreeDsServer({ ...options, store: challenges })),
        signingOf(THREE_DS_SERVER),
      ),
    },
    registerPages(server) {
      registerSimulatedAcs(server, { ...options, store: challenges })
      registerHostedPages(server, { ...options, store: challenges })
      registerProviderPages(server, desk)
    },
    control: {
      ...records,
      async removeMerchant(merchantId) {
        instructions.removeMerchant(merchantId)
        await records.removeMerchant(merchantId)
      },
      readBooks,
      runDue: () => settleOrders(desk),
      instruct: (instruction) => instructions.add(instruction),
      report: createReportIncident({ ...options, readBooks }),
    },
  }
}
