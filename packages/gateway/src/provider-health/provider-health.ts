import { type Breaker, type CallEnd, createBreaker } from '@sluice/platform/kernel/breaker'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { ProviderAccount } from '../merchants/index.ts'
import {
  accountOf,
  type AccountState,
  type KnownAccount,
  nameOfAccount,
  type SharedHealth,
} from './account-state.ts'
import { type CallSubject, differ } from './call-subject.ts'

/** The store that all processes share. */
export interface HealthStore {
  list(): Promise<readonly SharedHealth[]>
  /** Opens an account for all processes; no effect if it is already open. */
  open(account: ProviderAccount): Promise<void>
  close(account: ProviderAccount): Promise<void>
  /** Closes an account that is gone; nothing stays of it unless it is paused. */
  forget(account: ProviderAccount): Promise<void>
  /** Claims the next probe of an account for this process; false if it is not due, or another process has it. */
  claimProbe(account: ProviderAccount): Promise<boolean>
}

/**
 * Probes a party with a call that moves no money. Resolves to whether it answered, or to `gone` if the configuration
 * no longer has it.
 */
export type ProbeAccount = (account: ProviderAccount) => Promise<boolean | 'gone'>

/** Tracks which accounts respond, and which the operator paused. @decision 0014 */
export interface ProviderHealth {
  /** Reads no database: the shared state is fetched at intervals, not for each payment. */
  stateOf(account: ProviderAccount): AccountState
  /** Makes a call, and records whether it was answered. */
  watch<T>(
    account: ProviderAccount,
    subject: CallSubject,
    call: () => Promise<T>,
    endOf: (result: T) => CallEnd,
  ): Promise<T>
  /** Publishes the findings of this process, and reads those of the others. */
  exchange(): Promise<void>
  /** The accounts that are open for all processes, by {@link nameOfAccount}. */
  listOpen(): readonly string[]
  /**
   * Probes an account if its next probe is due and no other process has it. An answer closes it, and so does its
   * removal.
   */
  probe(name: string, ask: ProbeAccount): Promise<void>
  /** Lists every account that is configured, was called, is open or is paused. */
  list(): readonly KnownAccount[]
}

/** Creates the health monitor of this process, on top of the shared store. */
export function createProviderHealth({
  store,
  realTime,
  accounts,
  onChange,
}: {
  readonly store: HealthStore
  readonly realTime: Clock
  /** The accounts in the configuration: they are listed even before their first call. */
  readonly accounts: () => readonly ProviderAccount[]
  /** Called when an account opens or closes for all processes. */
  readonly onChange: (account: ProviderAccount, isOpen: boolean) => void
}): ProviderHealth {
  const breakers = new Map<string, Breaker<CallSubject>>()
  let shared = new Map<string, SharedHealth>()
  /** The accounts that were open for all processes at the last exchange, whatever this process found out itself. */
  let openForAll = new Set<string>()

  const breakerOf = (account: ProviderAccount): Breaker<CallSubject> => {
    const name = nameOfAccount(account)
    const known = breakers.get(name)
    if (known) return known
    const breaker = createBreaker(realTime, differ)
    breakers.set(name, breaker)
    return breaker
  }
  const isOpen = (name: string): boolean => (shared.get(name)?.openSinceMs ?? null) !== null
  const stateOf = (account: ProviderAccount): AccountState => {
    const name = nameOfAccount(account)
    if ((shared.get(name)?.pausedAtMs ?? null) !== null) return 'PAUSED'
    return isOpen(name) || breakers.get(name)?.isTripped() ? 'OPEN' : 'CLOSED'
  }
  const exchange = async (): Promise<void> => {
    for (const [name, breaker] of breakers)
      if (breaker.isTripped() && !isOpen(name)) await store.open(accountOf(name))
    const stored = await store.list()
    shared = new Map(stored.map((health) => [nameOfAccount(health), health]))
    const open = new Set([...shared.keys()].filter(isOpen))
    for (const name of openForAll)
      if (!open.has(name)) {
        // Another process got an answer to its probe. The next exchange stores any breaker that tripped after the loop above.
        breakers.get(name)?.reset()
        onChange(accountOf(name), false)
      }
    for (const name of open) if (!openForAll.has(name)) onChange(accountOf(name), true)
    openForAll = open
  }

  return {
    stateOf,
    async watch(account, subject, call, endOf) {
      const end = breakerOf(account).begin(subject)
      let how: CallEnd = 'timeout'
      try {
        const result = await call()
        how = endOf(result)
        return result
      } finally {
        end(how)
      }
    },
    exchange,
    listOpen: () => [...openForAll],
    async probe(name, ask) {
      const account = accountOf(name)
      if (!(await store.claimProbe(account))) return
      const answer = await ask(account)
      if (answer === false) return
      await store[answer === 'gone' ? 'forget' : 'close'](account)
      await exchange()
    },
    list() {
      const names = new Set([...accounts().map(nameOfAccount), ...breakers.keys(), ...shared.keys()])
      return [...names].map((name) => {
        const account = accountOf(name)
        const health = shared.get(name)
        const breaker = breakers.get(name)
        return {
          ...account,
          openSinceMs: health?.openSinceMs ?? null,
          pausedAtMs: health?.pausedAtMs ?? null,
          pauseReason: health?.pauseReason ?? null,
          state: stateOf(account),
          callsWaiting: breaker?.countWaiting() ?? 0,
          lastAnsweredAtMs: breaker?.lastAnsweredAtMs() ?? null,
        }
      })
    },
  }
}
