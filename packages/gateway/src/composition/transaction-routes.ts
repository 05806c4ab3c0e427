import { addressBlock } from '@sluice/platform/http/address-block'

import { pageAddress } from '../hosted-payment-page/index.ts'
import { registerProviderAccounts } from '../provider-health/index.ts'
import { hashSessionId } from '../sessions/index.ts'
import {
  registerAuthorize,
  registerDecisions,
  registerManage,
  registerOrderPay,
  registerOrderReturn,
  registerPayment,
  registerPayout,
  registerProviderCallback,
  registerProviderEvents,
  registerRecords,
  registerStatus,
  registerThreeDs,
  registerThreeDsNotifications,
  registerTimeline,
  registerTransactionList,
} from '../transactions/index.ts'
import { languagesOf, type RouteParts } from './route-parts.ts'

/** Registers the endpoints of payments, payouts, follow-up operations and queries. */
export function registerTransactions({
  edge,
  storage,
  flows,
  parties: { callbackSecretsOf },
}: RouteParts): void {
  const { server } = edge
  const { stores } = storage
  const { rules, executions, merchants, cards, orders } = flows
  const { customers } = stores
  const ordering = { ...executions, ...merchants, ...orders, customers }
  const methods = { ...ordering, ...cards }
  registerAuthorize(server, methods, rules)
  registerThreeDs(server, methods)
  const { counter } = edge.rates
  const mayAsk = async (address: string) =>
    counter === null || (await counter.count('question', [addressBlock(address)])).waitSeconds === null
  registerThreeDsNotifications(server, {
    ...methods,
    mayAsk,
    async paymentPageOf(merchantId, sessionId) {
      const key = await stores.merchants.findClientKeyOf(merchantId)
      return key && cards.baseUrl() + pageAddress(key.clientKey, sessionId)
    },
    listLanguages: languagesOf(stores.merchants),
  })
  registerManage(server, { ...executions, ...merchants, operations: stores.operations }, rules)
  registerPayment(server, ordering, rules)
  registerPayout(server, ordering, rules)
  registerProviderCallback(server, {
    ...executions,
    ...flows.inbox,
    reports: stores.reports,
    callbackSecretsOf,
  })
  registerDecisions(server, { ...executions, ...flows.resolutions, reports: stores.reports })
  registerProviderAccounts(server, flows.accounts)
  registerProviderEvents(server, stores.overseenEvents)
  const returns = { ...executions, ...flows.returns, mayAsk }
  registerOrderReturn(server, returns)
  registerOrderPay(server, {
    ...returns,
    ...merchants,
    baseUrl: orders.baseUrl,
    listLanguages: languagesOf(stores.merchants),
  })
  registerTransactionList(server, { findTransactions: stores.findTransactions, hashSessionId })
  const { findPast, findDeliveriesOf, sessions } = stores
  registerRecords(server, stores)
  registerTimeline(server, {
    findPast,
    findDeliveriesOf,
    findSession: (merchantId, sessionHash) => sessions.find(merchantId, sessionHash),
  })
  registerStatus(server, {
    store: stores.transactions,
    async findBySession(merchantId, sessionId) {
      const session = await stores.sessions.find(merchantId, hashSessionId(sessionId))
      const transactionId = session?.transactionId ?? null
      return transactionId === null ? null : stores.transactions.find(merchantId, transactionId)
    },
  })
}
