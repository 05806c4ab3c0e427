import type Stripe from 'stripe'

import { type Form, isTrue, textAt, textsAt } from '../http/form.ts'
import { type World, need } from '../world/world.ts'
import { cancelIntent, captureIntent, incrementIntent } from '../payments/capture.ts'
import { createCustomer, fundCashBalance, updateCustomer } from '../payments/customer.ts'
import { readBalance } from '../payments/balance.ts'
import { closeDispute } from '../payments/dispute.ts'
import { confirmIntent, createIntent, updateIntent } from '../payments/intent.ts'
import { attachMethod, createMethod, detachMethod } from '../payments/payment-method.ts'
import { createRefund } from '../payments/refund.ts'
import { cancelSetup, confirmSetup, createSetup } from '../payments/setup.ts'
import { applyMetadata } from './metadata.ts'
import { listPage, searchPage } from './list-page.ts'

/** A type of the package, and the file that declares it. */
export interface PackageType {
  readonly file: string
  readonly type: string
  /** A list of the type, or a page of search results. */
  readonly as?: 'ApiList' | 'ApiSearchResult'
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** The path, with `:id` in place of an id. */
  readonly path: string
  readonly params: PackageType
  readonly answer: PackageType
  readonly handle: (world: World, params: Form, id: string) => object
}

const declaredIn =
  (file: string) =>
  (type: string, as?: PackageType['as']): PackageType => ({
    file: `resources/${file}.d.ts`,
    type,
    ...(as && { as }),
  })
const intents = declaredIn('PaymentIntents')
const refunds = declaredIn('Refunds')
const charges = declaredIn('Charges')
const disputes = declaredIn('Disputes')
const methods = declaredIn('PaymentMethods')
const customers = declaredIn('Customers')
const setups = declaredIn('SetupIntents')
const balances = declaredIn('BalanceTransactions')
const balance = declaredIn('Balance')
const cash = declaredIn('CustomerCashBalanceTransactions')
const fund = declaredIn('TestHelpers/Customers')

const INTENT = intents('PaymentIntent')
const SETUP = setups('SetupIntent')
const METHOD = methods('PaymentMethod')

type Row = readonly [
  method: 'GET' | 'POST',
  path: string,
  params: PackageType,
  answer: PackageType,
  handle: Route['handle'],
]

const ROWS: readonly Row[] = [
  ['POST', 'payment_intents', intents('PaymentIntentCreateParams'), INTENT, createIntent],
  [
    'GET',
    'payment_intents',
    intents('PaymentIntentListParams'),
    intents('PaymentIntent', 'ApiList'),
    (world, params) => listPage('/v1/payment_intents', [...world.intents.values()], params),
  ],
  [
    'GET',
    'payment_intents/search',
    intents('PaymentIntentSearchParams'),
    intents('PaymentIntent', 'ApiSearchResult'),
    (world, params) => searchPage(world, params),
  ],
  [
    'GET',
    'payment_intents/:id',
    intents('PaymentIntentRetrieveParams'),
    INTENT,
    (world, _, id) => need(world.intents, 'payment_intent', id, 'intent'),
  ],
  [
    'POST',
    'payment_intents/:id',
    intents('PaymentIntentUpdateParams'),
    INTENT,
    (world, params, id) => updateIntent(world, id, params),
  ],
  [
    'POST',
    'payment_intents/:id/confirm',
    intents('PaymentIntentConfirmParams'),
    INTENT,
    (world, params, id) => confirmIntent(world, id, params),
  ],
  [
    'POST',
    'payment_intents/:id/capture',
    intents('PaymentIntentCaptureParams'),
    INTENT,
    (world, params, id) => captureIntent(world, id, params),
  ],
  [
    'POST',
    'payment_intents/:id/cancel',
    intents('PaymentIntentCancelParams'),
    INTENT,
    (world, params, id) => cancelIntent(world, id, params),
  ],
  [
    'POST',
    'payment_intents/:id/increment_authorization',
    intents('PaymentIntentIncrementAuthorizationParams'),
    INTENT,
    (world, params, id) => incrementIntent(world, id, params),
  ],
  ['POST', 'refunds', refunds('RefundCreateParams'), refunds('Refund'), createRefund],
  [
    'GET',
    'refunds',
    refunds('RefundListParams'),
    refunds('Refund', 'ApiList'),
    (world, params) => listPage('/v1/refunds', [...world.refunds.values()], params),
  ],
  [
    'GET',
    'refunds/:id',
    refunds('RefundRetrieveParams'),
    refunds('Refund'),
    (world, _, id) => need(world.refunds, 'refund', id),
  ],
  [
    'GET',
    'charges',
    charges('ChargeListParams'),
    charges('Charge', 'ApiList'),
    (world, params) => listPage('/v1/charges', [...world.charges.values()], params),
  ],
  [
    'GET',
    'charges/:id',
    charges('ChargeRetrieveParams'),
    charges('Charge'),
    (world, _, id) => need(world.charges, 'charge', id),
  ],
  [
    'GET',
    'disputes',
    disputes('DisputeListParams'),
    disputes('Dispute', 'ApiList'),
    (world, params) => listPage('/v1/disputes', [...world.disputes.values()], params),
  ],
  [
    'GET',
    'disputes/:id',
    disputes('DisputeRetrieveParams'),
    disputes('Dispute'),
    (world, _, id) => need(world.disputes, 'dispute', id),
  ],
  ['POST', 'disputes/:id', disputes('DisputeUpdateParams'), disputes('Dispute'), answerDispute],
  [
    'POST',
    'disputes/:id/close',
    disputes('DisputeCloseParams'),
    disputes('Dispute'),
    (world, _, id) => {
      const dispute = need(world.disputes, 'dispute', id)
      closeDispute(world, dispute, 'lost')
      return dispute
    },
  ],
  ['POST', 'payment_methods', methods('PaymentMethodCreateParams'), METHOD, createMethod],
  [
    'GET',
    'payment_methods/:id',
    methods('PaymentMethodRetrieveParams'),
    METHOD,
    (world, _, id) => need(world.methods, 'PaymentMethod', id, 'payment_method'),
  ],
  [
    'POST',
    'payment_methods/:id/attach',
    methods('PaymentMethodAttachParams'),
    METHOD,
    (world, params, id) => attachMethod(world, id, params),
  ],
  [
    'POST',
    'payment_methods/:id/detach',
    methods('PaymentMethodDetachParams'),
    METHOD,
    (world, _, id) => detachMethod(world, id),
  ],
  ['POST', 'customers', customers('CustomerCreateParams'), customers('Customer'), createCustomer],
  [
    'GET',
    'customers/:id',
    customers('CustomerRetrieveParams'),
    customers('Customer'),
    (world, _, id) => need(world.customers, 'customer', id),
  ],
  [
    'POST',
    'customers/:id',
    customers('CustomerUpdateParams'),
    customers('Customer'),
    (world, params, id) => updateCustomer(world, id, params),
  ],
  [
    'GET',
    'customers/:id/payment_methods',
    customers('CustomerListPaymentMethodsParams'),
    methods('PaymentMethod', 'ApiList'),
    (world, params, id) =>
      listPage(
        `/v1/customers/${id}/payment_methods`,
        [...world.methods.values()].filter((one) => one.customer === id),
        params,
      ),
  ],
  [
    'POST',
    'test_helpers/customers/:id/fund_cash_balance',
    fund('TestHelpers.CustomerFundCashBalanceParams'),
    cash('CustomerCashBalanceTransaction'),
    (world, params, id) => fundCashBalance(world, id, params),
  ],
  ['POST', 'setup_intents', setups('SetupIntentCreateParams'), SETUP, createSetup],
  [
    'GET',
    'setup_intents/:id',
    setups('SetupIntentRetrieveParams'),
    SETUP,
    (world, _, id) => need(world.setups, 'setupintent', id, 'intent'),
  ],
  [
    'POST',
    'setup_intents/:id/confirm',
    setups('SetupIntentConfirmParams'),
    SETUP,
    (world, params, id) => confirmSetup(world, id, params),
  ],
  [
    'POST',
    'setup_intents/:id/cancel',
    setups('SetupIntentCancelParams'),
    SETUP,
    (world, _, id) => cancelSetup(world, id),
  ],
  ['GET', 'balance', balance('BalanceRetrieveParams'), balance('Balance'), readBalance],
  [
    'GET',
    'balance_transactions',
    balances('BalanceTransactionListParams'),
    balances('BalanceTransaction', 'ApiList'),
    (world, params) => listPage('/v1/balance_transactions', [...world.balances.values()], params),
  ],
  [
    'GET',
    'balance_transactions/:id',
    balances('BalanceTransactionRetrieveParams'),
    balances('BalanceTransaction'),
    (world, _, id) => need(world.balances, 'balance_transaction', id),
  ],
]

export const ROUTES: readonly Route[] = ROWS.map(([method, path, params, answer, handle]) => ({
  method,
  path: `/v1/${path}`,
  params,
  answer,
  handle,
}))

/** Returns the route of a request and the id in its path. Fixed words take precedence over ids, as in `/search`. */
export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  const parts = path.split('/')
  for (const route of ROUTES) {
    const wanted = route.path.split('/')
    if (route.method !== method || wanted.length !== parts.length) continue
    if (!wanted.every((part, at) => part === ':id' || part === parts[at])) continue
    return { route, id: parts[wanted.indexOf(':id')] ?? '' }
  }
  return null
}

/** Stripe's test evidence: one text wins a dispute, the other loses it. */
const EVIDENCE: Readonly<Record<string, 'won' | 'lost'>> = {
  winning_evidence: 'won',
  losing_evidence: 'lost',
}

function answerDispute(world: World, params: Form, id: string): Stripe.Dispute {
  const dispute = need(world.disputes, 'dispute', id)
  Object.assign(dispute.evidence, textsAt(params, 'evidence'))
  applyMetadata(dispute.metadata, params)
  dispute.evidence_details.has_evidence = true
  if (!isTrue(params, 'submit')) return dispute
  dispute.evidence_details.submission_count += 1
  dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review'
  world.emit('charge.dispute.updated', dispute)
  const verdict = EVIDENCE[textAt(params, 'evidence', 'uncategorized_text') ?? '']
  if (verdict) closeDispute(world, dispute, verdict)
  return dispute
}
