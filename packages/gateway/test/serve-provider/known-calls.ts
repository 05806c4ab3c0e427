import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import type { CallRequest, EarlierCall } from '../../src/transactions/execution/provider.ts'

/** The terms that an outcome of a call has to confirm. */
export type CallTerms = Pick<CallRequest, 'key' | 'accountId' | 'amountMinor' | 'currency' | 'mayBePartial'>

/**
 * The calls so far. A gateway stores each call before it sends it, and queries it with its amount; the protocol names
 * only its key.
 */
export interface KnownCalls {
  /** Stores a call before it is sent. The first one with a key is kept. */
  remember(call: CallTerms): void
  /** Completes a query about an earlier call. An unknown call has terms that no outcome confirms. */
  complete(call: EarlierCall): CallRequest
  has(key: string): boolean
}

const NEVER_SENT = { accountId: 'never sent', amountMinor: 0, currency: 'XXX', mayBePartial: false }

/** @param file - one call per line, so that a restart loses none; null for memory only. */
export function openKnownCalls(file: string | null): KnownCalls {
  const calls = new Map<string, CallTerms>()
  const remember = (call: CallTerms): boolean => {
    if (calls.has(call.key)) return false
    calls.set(call.key, call)
    return true
  }
  if (file !== null && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean))
      remember(JSON.parse(line) as CallTerms)
  }
  return {
    remember(call) {
      if (remember(call) && file !== null) appendFileSync(file, `${JSON.stringify(call)}\n`)
    },
    complete: (call) => ({ ...call, ...(calls.get(call.key) ?? NEVER_SENT), key: call.key }),
    has: (key) => calls.has(key),
  }
}
