import type { ErrorItem, Metadata } from '@sluice/types'

import type { Merchant, Terminal } from '../../merchants/index.ts'
import { findMethodRules } from '../../method-catalogue/index.ts'
import type { Transaction } from '../execution/transaction.ts'
import { queryEarly } from '../execution/recover.ts'
import { resolveParent, type Target } from './resolve-parent.ts'
import { type DescribedOpening, describeOpening, describeRefusal } from './open-operation.ts'
import { evaluateOperation, type RequestedOperation } from './evaluate-operation.ts'
import type { LockedParent, OperationDecision } from './operation.ts'
import { type FollowUpPorts, runFollowUp } from './follow-up-flow.ts'

/** A merchant's request for an operation on an earlier transaction. */
export interface ManageOrder extends RequestedOperation {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
  readonly parentId: string | null
  readonly metadata: Metadata | null
  /** The key of the request, if it had an `Idempotency-Key`. */
  readonly requestKey?: string | null
}

export type Managed =
  | { readonly kind: 'transaction'; readonly transaction: Transaction }
  /** A 422 response; nothing was stored. */
  | { readonly kind: 'refused'; readonly errors: readonly ErrorItem[] }

/** Carries out an operation. Its amount is reserved before the provider is called. */
export async function manageTransaction(ports: FollowUpPorts, order: ManageOrder): Promise<Managed> {
  const { merchantId, requestKey = null } = order
  const findEarlier = async () => requestKey && (await ports.operations.findByRequest(merchantId, requestKey))
  // The same request already made the operation, and its process died before the answer.
  const earlier = await findEarlier()
  if (earlier) return { kind: 'transaction', transaction: earlier }

  const target = await findTarget(ports, order)
  if (target.kind === 'missing') return refuse(missing(order))
  if (target.kind === 'ambiguous') return refuse(AMBIGUOUS)

  const [merchant, terminal] = await Promise.all([
    ports.findMerchant(order.merchantId),
    ports.findTerminal(order.merchantId, order.terminalId),
  ])
  const decided = await ports.operations.decide(order.merchantId, target.parent.id, (locked) =>
    decide(ports, order, locked, { merchant, terminal }),
  )
  if (decided.kind === 'refuse') return refuse(decided.reason)
  if (decided.kind === 'repeated') {
    const sooner = await findEarlier()
    if (!sooner) throw new Error(`The operation of request ${requestKey} is gone`)
    return { kind: 'transaction', transaction: sooner }
  }
  const { opening } = decided
  return {
    kind: 'transaction',
    transaction:
      opening.request === null ? opening.transaction : await runFollowUp(ports, opening, opening.request),
  }
}

function decide(
  ports: FollowUpPorts,
  order: ManageOrder,
  locked: LockedParent,
  owner: { readonly merchant: Merchant | null; readonly terminal: Terminal | null },
): OperationDecision<DescribedOpening, readonly ErrorItem[]> {
  const { parent, original, captureCount, changeCount, changeUnderWay } = locked
  const provider = ports.providers.get(parent.processing?.providerId ?? '')
  const { isRefundable } = findMethodRules(
    original.paymentMethod.type,
    provider?.capabilities.methodSettings,
    owner.terminal?.methodSettings ?? new Map(),
  )
  const { operations = null, amounts } = provider?.capabilities ?? {}
  const verdict = evaluateOperation(
    order,
    {
      ...owner,
      parent,
      original,
      captureCount,
      changeCount,
      changeUnderWay,
      operations,
      isRefundable,
      ...(amounts && { amounts }),
    },
    ports.clock.now(),
  )
  const { requestKey = null } = order
  switch (verdict.kind) {
    case 'refused':
      return { kind: 'refuse', reason: verdict.errors }
    case 'invalid':
      return {
        kind: 'open',
        opening: { ...describeRefusal(ports, order, parent, verdict.refusal), requestKey },
      }
    case 'allowed':
      return { kind: 'open', opening: { ...describeOpening(ports, order, locked, 'manage'), requestKey } }
  }
}

/** A pending parent may have ended in the meantime, so its provider is queried once. */
async function findTarget(
  ports: FollowUpPorts,
  order: ManageOrder,
): Promise<Target | { readonly kind: 'missing' }> {
  const target = await lookUpTarget(ports, order)
  if (target.kind !== 'unsuitable' || target.parent.status !== 'PENDING') return target
  await queryEarly(ports, order.merchantId, target.parent.id)
  return lookUpTarget(ports, order)
}

async function lookUpTarget(
  ports: FollowUpPorts,
  order: ManageOrder,
): Promise<Target | { readonly kind: 'missing' }> {
  const { merchantId, terminalId, reference, parentId } = order
  const transaction =
    parentId === null
      ? await ports.operations.findOriginal(merchantId, terminalId, reference)
      : await ports.store.find(merchantId, parentId)
  if (transaction?.terminalId !== terminalId || transaction.reference !== reference)
    return { kind: 'missing' }
  const captures =
    transaction.transactionType === 'AUTHORIZE'
      ? await ports.operations.listCaptures(merchantId, transaction.id)
      : []
  const parent = { transaction, isNamed: parentId !== null, captures }
  return resolveParent(order.operation, parent, ports.clock.now())
}

const AMBIGUOUS: readonly ErrorItem[] = [
  { property: 'parent_transaction_id', message: 'is required', params: ['parent_transaction_id'] },
]

function missing({ parentId }: ManageOrder): readonly ErrorItem[] {
  const property = parentId === null ? 'reference' : 'parent_transaction_id'
  return [{ property, message: 'Original transaction not found', params: [property] }]
}

function refuse(errors: readonly ErrorItem[]): Managed {
  return { kind: 'refused', errors }
}
