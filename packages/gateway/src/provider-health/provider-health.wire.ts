import type { ProviderAccount } from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { KnownAccount } from './account-state.ts'

/** Returns a provider account as operators see it. */
export function toWireAccount(account: KnownAccount): ProviderAccount {
  return {
    payment_provider_id: account.providerId,
    payment_provider_account_id: account.accountId,
    state: account.state,
    open_since: toTime(account.openSinceMs),
    paused_at: toTime(account.pausedAtMs),
    pause_reason: account.pauseReason,
    calls_waiting: account.callsWaiting,
    last_answered_at: toTime(account.lastAnsweredAtMs),
  }
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toTimestamp(epochMs)
}
