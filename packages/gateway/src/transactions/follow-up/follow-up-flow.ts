import type { Metadata } from '@sluice/types'
import type { Random } from '@sluice/platform/kernel/random'

import type { MerchantRecords } from '../admission/payment-order.ts'
import type { KeyedOperation } from '../execution/bound-provider.ts'
import { execute, type ExecutePorts } from '../execution/execute.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import type { Flow } from '../execution/flow.ts'
import type { RecoverPorts } from '../execution/recover.ts'
import { answerOf } from '../execution/settle.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { OperationOpening } from './operation.ts'
import type { OperationStore } from './operation.store.ts'

/** What captures, refunds and voids need from outside, besides what every execution needs. */
export interface FollowUpPorts
  extends ExecutePorts, RecoverPorts, Pick<MerchantRecords, 'findMerchant' | 'findTerminal'> {
  readonly store: TransactionStore
  readonly operations: OperationStore
  readonly random: Random
  /** The metadata that goes to the parties outside; null in production. */
  readonly metadataFor: (transaction: Transaction) => Metadata | null
}

/** Captures, refunds and voids: the provider that holds the money is asked at once. */
function createFollowUpFlow({ providers }: Pick<FollowUpPorts, 'providers'>): Flow<KeyedOperation> {
  return {
    next(execution, request) {
      const provider = providers.get(execution.attempt.providerId)
      const ask = provider && (async () => answerOf(await provider.operate(request)))
      return Promise.resolve({ kind: 'ask', execution, context: request, ask: ask ?? null })
    },
    // The money is where it is: no other provider can move it.
    retry: () => null,
  }
}

/** Asks the provider for an operation that is stored, and stores what it said. */
export async function runFollowUp(
  ports: FollowUpPorts,
  { transaction, attempt, continuation }: OperationOpening,
  request: KeyedOperation,
): Promise<Transaction> {
  if (attempt === null || continuation === null) throw new Error(`Operation ${transaction.id} was not opened`)
  const flow = createFollowUpFlow(ports)
  const execution = { transaction, attempt, continuation }
  const envelope = await execute(ports, flow, execution, {
    sessionId: null,
    first: () => flow.next(execution, request),
  })
  if (envelope.kind !== 'result') throw new Error(`Operation ${transaction.id} waits for a person`)
  return envelope.transaction
}
