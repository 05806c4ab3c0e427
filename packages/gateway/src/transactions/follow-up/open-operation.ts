import type { Metadata } from '@sluice/types'
import { type Currency, normalizeAmount, processingCode as meaningOf } from '@sluice/types/vocabulary'

import type { OrderRefusal } from '../admission/checks.ts'
import { NOTHING_REPORTED, type OpeningPorts } from '../admission/payment-order.ts'
import { newKey } from '../execution/status-query.ts'
import { begin, callLeaseMs } from '../execution/open.ts'
import type { KeyedOperation } from '../execution/bound-provider.ts'
import { authorizedAfterMinor } from '../execution/money.ts'
import { isChange } from '../execution/money-rules.ts'
import type { Cause } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { RequestedOperation } from './evaluate-operation.ts'
import type { FollowUpPorts } from './follow-up-flow.ts'
import type { LockedParent, OperationOpening } from './operation.ts'

/** The dependencies for describing an operation. */
export interface OpenOperationPorts
  extends
    Pick<OpeningPorts, 'clock' | 'random' | 'describeEvent'>,
    Pick<FollowUpPorts, 'providers' | 'providerTimeoutMs' | 'metadataFor'> {}

/** The first commit of an operation, and the provider's call after it; null if no provider is called. */
export interface DescribedOpening extends OperationOpening {
  readonly request: KeyedOperation | null
}

type Requested = RequestedOperation & { readonly metadata: Metadata | null; readonly description?: string }

/** Describes an operation that is sent to the parent's provider. */
export function describeOpening(
  ports: OpenOperationPorts,
  requested: Requested,
  { parent, parentKey, originalKey }: LockedParent,
  cause: Cause,
): DescribedOpening & { readonly request: KeyedOperation } {
  const { processing } = parent
  if (processing === null) throw new Error(`Transaction ${parent.id} was approved without a provider`)
  const nowMs = ports.clock.now()
  const account = { providerId: processing.providerId, accountId: processing.accountId }
  const reports = ports.providers.get(account.providerId)?.capabilities.reports
  const transaction: Transaction = {
    ...describe(requested, parent, { id: ports.random.uuid(), nowMs }),
    status: 'PENDING',
    processingCode: '1002',
    processing: { ...account, ...NOTHING_REPORTED },
  }
  const begun = begin(transaction, account, {
    key: newKey(ports.random, ports.providers.get(account.providerId), transaction),
    nowMs,
    status: 'STARTED',
    leaseMs: callLeaseMs(ports.providerTimeoutMs),
  })
  const { id: attemptId } = begun.attempt
  // Refunds and voids have no remaining amount of their own.
  const finalCapture = requested.operation === 'CAPTURE' && requested.finalCapture
  return {
    transaction,
    ...begun,
    event: null,
    // A provider that sends reports on payments sends reports on their refunds, too.
    ...(reports !== undefined &&
      reports !== 'NONE' && {
        order: {
          ...account,
          transactionId: transaction.id,
          merchantId: parent.merchantId,
          attemptId,
        },
      }),
    cause,
    // A void releases all that is held: also what an increment adds that was requested before it, and is decided later.
    releasesRest: finalCapture || (requested.operation === 'VOID' && parent.transactionType === 'AUTHORIZE'),
    request: {
      idempotencyKey: attemptId,
      operation: requested.operation,
      merchantId: parent.merchantId,
      transactionId: transaction.id,
      accountId: account.accountId,
      originalKey,
      parentKey,
      amountMinor: requested.amountMinor,
      currency: parent.currency,
      finalCapture,
      authorizedMinor: isChange(requested.operation) ? authorizedAfterMinor(transaction, parent) : null,
      metadata: ports.metadataFor(transaction),
    },
  }
}

/** Describes an operation that a rule of the gateway refuses: INVALID from the start, without a call to a provider. */
export function describeRefusal(
  { clock, random, describeEvent }: OpenOperationPorts,
  requested: Requested,
  parent: Transaction,
  { processingCode, property, message }: OrderRefusal,
): DescribedOpening {
  const transaction: Transaction = {
    ...describe(requested, parent, { id: random.uuid(), nowMs: clock.now() }),
    status: 'INVALID',
    processingCode,
    processing: null,
    errors: [{ property, message: message ?? meaningOf(processingCode).message, params: [property] }],
  }
  return {
    transaction,
    attempt: null,
    pendingAuthentication: null,
    event: describeEvent(transaction),
    cause: 'manage',
    releasesRest: false,
    request: null,
  }
}

/**
 * The members that an operation inherits from its parent, and those that it lacks: authentication, browser, and the
 * subjects of risk rules.
 */
function describe(
  requested: Requested,
  parent: Transaction,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
) {
  const { money: _, counted: _payment, paymentLinkId: _link, ...payment } = parent
  const { approvedMinor: _part, keepsPartialApproval: _keeps, may: _may, ...further } = payment
  const { installmentCount: _count, ...inherited } = further
  return {
    ...inherited,
    id,
    sessionHash: null,
    description: requested.description ?? parent.description,
    amountMinor: requested.amountMinor,
    normalizedAmountMinor: normalizeAmount(requested.amountMinor, parent.currency as Currency),
    transactionType: requested.operation,
    customerIp: null,
    shopperIp: null,
    authenticationStatus: null,
    authenticationLevel: null,
    errors: [],
    retryOptions: null,
    metadata: requested.metadata,
    browserInfo: null,
    returnUrl: null,
    notificationUrl: null,
    redirectUrl: null,
    bankTransfer: null,
    orderPage: null,
    parentId: parent.id,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
