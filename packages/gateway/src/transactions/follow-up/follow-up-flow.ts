import type { Metadata } from '@sluice/types'
import type { Random } from '@sluice/platform/kernel/random'

import type { MerchantRecords } from '../admission/payment-order.ts'
import type { KeyedOperation } from '../execution/bound-provider.ts'
import { execute, type ExecutePorts } from '../execution/execute.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import type { Flow } from '../execution/flow.ts'
import type { RecoverPorts } from '../execution/recover.ts'
import { answerOf } from '../execution/apply-result.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { OperationOpening } from './operation.ts'
import type { OperationStore } from './operation.store.ts'

/** The dependencies of captures, refunds and voids, in addition to those of every execution. */
export interface FollowUpPorts
  extends ExecutePorts, RecoverPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly store: TransactionStore
  readonly operations: OperationStore
  readonly random: Random
  /** The metadata for outside parties; null in production. */
  readonly metadataFor: (transaction: Transaction) => Metadata | null
}

/** The flow of captures, refunds and voids: the provider that has the money is called at once. */
function createFollowUpFlow({ providers }: Pick<FollowUpPorts, 'providers'>): Flow<KeyedOperation> {
  return {
    next(execution, request) {
      const provider = providers.get(execution.attempt.providerId)
      const ask = provider && (async () => answerOf(await provider.operate(request)))
      return Promise.resolve({ kind: 'ask', execution, context: request, ask: ask ?? null })
    },
    // Only the provider that has the money can move it.
    retry: () => null,
  }
}

/** Sends a stored operation to the provider, and stores the outcome. */
export async function runFollowUp(
  ports: FollowUpPorts,
  { transaction, attempt, pendingAuthentication }: OperationOpening,
  request: KeyedOperation,
): Promise<Transaction> {
  if (attempt === null || pendingAuthentication === null)
    throw new Error(`Operation ${transaction.id} was not opened`)
  const flow = createFollowUpFlow(ports)
  const execution = { transaction, attempt, pendingAuthentication }
  const envelope = await execute(ports, flow, execution, {
    sessionId: null,
    first: () => flow.next(execution, request),
  })
  if (envelope.kind !== 'result') throw new Error(`Operation ${transaction.id} waits for a person`)
  return envelope.transaction
}
