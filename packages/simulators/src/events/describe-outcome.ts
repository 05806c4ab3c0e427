import type { EventsMessage } from '@sluice/provider-protocol'
import type { ManageType } from '@sluice/types/vocabulary'

import { type LedgerEntry, readLedgerEntry } from '../card-provider/provider-ledger.ts'
import { createNames } from '../provider-protocol/names.ts'
import { toOutcomeMessage } from '../provider-protocol/outcome-messages.ts'

const CALLS: Readonly<Record<LedgerEntry['type'], 'authorization' | Lowercase<ManageType>>> = {
  AUTHORIZE: 'authorization',
  PURCHASE: 'authorization',
  VERIFY: 'authorization',
  CAPTURE: 'capture',
  REFUND: 'refund',
  VOID: 'void',
  INCREMENT: 'increment',
  EXTEND: 'extend',
}

/** Describes the outcome of a call at a moment, as the provider's event. */
export function describeOutcome(
  entry: LedgerEntry,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): EventsMessage['events'][number] {
  const names = createNames(entry.providerId)
  return {
    id,
    kind: 'OUTCOME',
    live: false,
    occurred_at: new Date(nowMs).toISOString(),
    call: CALLS[entry.type],
    amount: entry.amountMinor,
    outcome: toOutcomeMessage(names, entry.idempotencyKey, readLedgerEntry(entry, nowMs)),
  }
}
