import type { Attempt } from '../execution/attempt.ts'
import { PENDING_FIRST_QUERY_MS, UNKNOWN_FIRST_QUERY_MS, withProviderOutcome } from '../card/call-provider.ts'
import { endTransaction, ERASED } from '../execution/settle.ts'
import { callProvider, describeOutcome } from '../execution/provider-calls.ts'
import type { OperationRequest, ProviderOutcome } from '../execution/provider.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Change } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { ManagePorts } from './manage-ports.ts'
import type { OperationOpening } from './operation-store.ts'

/** Asks the provider for an operation that is stored, and stores what it said. */
export async function callOperator(
  ports: ManagePorts,
  { transaction, attempt, continuation }: OperationOpening,
  request: OperationRequest,
): Promise<Transaction> {
  if (attempt === null || continuation === null) throw new Error(`Operation ${transaction.id} was not opened`)
  const outcome = await askOperator(ports, attempt.providerId, request)
  const { stepNumber: _, ...current } = continuation
  const change = describeChange(ports, transaction, attempt, outcome)
  const stored = await ports.store.commit({
    ...change,
    from: continuation,
    to: { ...current, ...change.to },
  })
  if (stored !== null && change.transaction) return change.transaction.after
  // We were too slow, and whoever took over decided: the caller learns what stands now.
  return (await ports.store.find(transaction.merchantId, transaction.id)) ?? transaction
}

/** Null when the outcome is not known. */
async function askOperator(
  ports: ManagePorts,
  providerId: string,
  request: OperationRequest,
): Promise<ProviderOutcome | null> {
  const provider = ports.providers.get(providerId)
  if (!provider) return null
  const operation = request.operation.toLowerCase()
  const operate = () => provider.operate(request)
  const heard = await callProvider(ports, providerId, operation, operate, describeOutcome)
  return heard.kind === 'silent' ? null : heard.value
}

type ChangeTo = Omit<Change, 'from' | 'to'> & { readonly to: Partial<Change['to']> }

function describeChange(
  ports: ManagePorts,
  before: Transaction,
  started: Attempt,
  outcome: ProviderOutcome | null,
): ChangeTo {
  const nowMs = ports.clock.now()
  if (outcome === null || statusForCode(outcome.processingCode) === 'PENDING') {
    const attempt: Attempt =
      outcome === null
        ? { ...started, status: 'UNKNOWN', dueAtMs: nowMs + UNKNOWN_FIRST_QUERY_MS }
        : {
            ...withProviderOutcome(started, outcome),
            status: 'PENDING',
            dueAtMs: nowMs + PENDING_FIRST_QUERY_MS,
          }
    return {
      to: { step: 'WAITING', leaseUntilMs: null },
      attempts: [attempt],
      transaction: { before, after: { ...before, updatedAtMs: nowMs }, cause: 'provider' },
    }
  }
  const attempt = withProviderOutcome(started, outcome)
  const after = endTransaction(before, attempt, {
    processingCode: outcome.processingCode,
    retryable: false,
    nowMs,
  })
  return {
    to: ERASED,
    attempts: [attempt],
    transaction: { before, after, cause: 'provider' },
    event: ports.describeEvent(after),
  }
}
