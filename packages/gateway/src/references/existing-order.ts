import type { TransactionStatus } from '@sluice/types/vocabulary'

import type { HoldKind, ReferenceHold, ReferenceKey } from './reference-hold.ts'

/** The session or transaction that uses a reference, with the data for its merchant. */
export interface ExistingOrder {
  readonly kind: 'SESSION' | 'TRANSACTION'
  /** Null for a session: only the hash of its id is stored. */
  readonly id: string | null
  readonly status: TransactionStatus
  readonly amountMinor: number
  readonly currency: string
  readonly createdAtMs: number
}

/** Finds the order that uses a reference; null if it became free in the meantime. */
export type FindExisting = (key: ReferenceKey) => Promise<ExistingOrder | null>

type Found = Omit<ExistingOrder, 'kind' | 'id'>

interface FindExistingPorts {
  readonly findHold: (key: ReferenceKey) => Promise<ReferenceHold | null>
  readonly findSession: (merchantId: string, idHash: string) => Promise<Found | null>
  readonly findTransaction: (merchantId: string, id: string) => Promise<Found | null>
}

export function createFindExisting({
  findHold,
  findSession,
  findTransaction,
}: FindExistingPorts): FindExisting {
  return async (key) => {
    const hold = await findHold(key)
    if (hold === null) return null
    const kind = kindOf(hold.kind)
    const find = kind === 'SESSION' ? findSession : findTransaction
    const found = await find(key.merchantId, hold.holderId)
    if (found === null) return null
    const { status, amountMinor, currency, createdAtMs } = found
    const id = kind === 'SESSION' ? null : hold.holderId
    return { kind, id, status, amountMinor, currency, createdAtMs }
  }
}

function kindOf(kind: HoldKind): ExistingOrder['kind'] {
  return kind === 'SESSION' ? 'SESSION' : 'TRANSACTION'
}
