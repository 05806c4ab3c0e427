import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import type { DescribeOperation } from '../execution/recover.ts'
import type { FollowUpPorts } from './follow-up-flow.ts'

/** Describes stored operations for providers that return an outcome only if the request is repeated. */
export function createDescribeOperation(
  operations: Pick<FollowUpPorts['operations'], 'findSent'>,
  metadataFor: FollowUpPorts['metadataFor'],
): DescribeOperation {
  return async ({ transaction, attempt }) => {
    const operation = MANAGE_TYPES.find((type) => type === transaction.transactionType)
    const sent = operation && (await operations.findSent(transaction))
    if (!operation || !sent) return null
    return {
      idempotencyKey: attempt.id,
      operation,
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      accountId: attempt.accountId,
      amountMinor: transaction.amountMinor,
      currency: transaction.currency,
      metadata: metadataFor(transaction),
      ...sent,
    }
  }
}
