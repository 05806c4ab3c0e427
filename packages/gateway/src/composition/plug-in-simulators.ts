import { signMessage } from '../platform/crypto/standard-webhook.ts'
import { createTransact } from '../platform/database/transact.ts'
import { type HttpServer, originUrlOf } from '../platform/http/http-server.ts'
import {
  createChallengeRecordsStore,
  createOrderLedgerStore,
  createProviderLedgerStore,
  createSimulatedAlternativeProviders,
  createSimulatedCardProviders,
  createSimulatedThreeDsServer,
  postCallback,
  registerProviderPages,
  registerSimulatedAcs,
  settleOrders,
  type SimulatorTables,
} from '../simulators/index.ts'
import { makeMessageId } from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import type { Foundation } from './foundation.ts'
import type { Outside } from './outside.ts'
import type { FindCallbackSecrets } from './provider-callback-secrets.ts'

/** Serves the pages of simulated banks and providers, and gives all simulated parties. */
export function plugInSimulators(
  server: HttpServer,
  { clock, random, timers, dbWithSimulators: db }: Foundation,
  more: { readonly realTime: Adapters['realTime']; readonly callbackSecretsOf: FindCallbackSecrets },
): Outside {
  const options = { ...more, clock, random, timers, pagesUrl: () => originUrlOf(server, 'bank') }
  const store = createChallengeRecordsStore(db)
  registerSimulatedAcs(server, {
    ...options,
    store,
    mayNotify: (url) => URL.parse(url)?.origin === originUrlOf(server, 'base'),
  })

  const ledger = createOrderLedgerStore({
    db,
    transact: createTransact<SimulatorTables>({ db: db.$extendTables(), random, timers }),
    makeMessageId: () => makeMessageId(random),
  })
  const desk = { ...options, db, ledger, post: postCallback, sign: signMessage }
  registerProviderPages(server, desk)

  const cardProviders = createSimulatedCardProviders({ ...options, store: createProviderLedgerStore(db) })
  return {
    threeDsServer: createSimulatedThreeDsServer({ ...options, store }),
    providers: byId([...cardProviders, ...createSimulatedAlternativeProviders(desk)]),
    settleOrders: () => settleOrders(desk),
  }
}

function byId<T extends { readonly id: string }>(parties: readonly T[]): ReadonlyMap<string, T> {
  return new Map(parties.map((party) => [party.id, party]))
}
