import { FENCED_REASON } from '@sluice/provider-protocol'
import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/random.ts'
import type { Timers } from '../../kernel/timers.ts'
import {
  CARD_METHOD,
  notExecuted,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
} from '../../transactions/execution/provider.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { withFault } from '../scenarios/faults.ts'
import { decideAuthorization, decideOperation, VOIDED } from './decide-authorization.ts'
import { type LedgerEntry, type ProviderLedger, readLedgerEntry } from './provider-ledger.ts'
import { PROVIDER_PROFILES, type ProviderProfile } from './provider-profiles.ts'
import { approvalCodeFrom, referenceNumberFor, systanFrom } from './trace-numbers.ts'

const APPROVAL_CODE_CHARS = 6
const SYSTAN_BYTES = 4

export interface CardProviderOptions {
  readonly store: ProviderLedger
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
}

/** Creates the simulated providers `sim-a` to `sim-f`. They remember each authorization and operation by its key. */
export function createSimulatedCardProviders(options: CardProviderOptions): readonly Provider[] {
  return PROVIDER_PROFILES.map((profile) => createCardProvider(profile, options))
}

const CARDS: ProviderCapabilities = {
  methods: new Set([CARD_METHOD]),
  operations: new Set(MANAGE_TYPES),
  fences: true,
  reports: 'NONE',
}

function createCardProvider(profile: ProviderProfile, options: CardProviderOptions): Provider {
  const { store, clock, timers } = options
  return {
    id: profile.id,
    capabilities: CARDS,

    async authorize(request) {
      const { delayMs, fault } = readSimulation(request.metadata)
      return withFault(fault, async () => {
        const made = makeEntry(request, profile, options)
        // A void that overtook its authorization stands: the caller has told the merchant that nothing was charged.
        const isVoided = await store.isVoided(profile.id, request.idempotencyKey)
        return write(isVoided ? { ...made, ...VOIDED } : made, delayMs)
      })
    },

    async operate(request) {
      const { delayMs, fault } = readSimulation(request.metadata)
      const { idempotencyKey, operation, originalKey, amountMinor } = request
      return withFault(fault, () =>
        write(
          {
            ...numberEntry(idempotencyKey, profile, options),
            ...decideOperation(request),
            operation: { type: operation, originalKey, amountMinor },
          },
          delayMs,
        ),
      )
    },

    order: () => Promise.resolve({ kind: 'outcome', outcome: notExecuted('orders') }),
    cancelOrder: () => Promise.resolve(notExecuted('orders')),

    async fence(idempotencyKey) {
      const entry = await store.fence(profile.id, idempotencyKey, clock.now())
      return entry === null
        ? { kind: 'fenced' }
        : { kind: 'outcome', outcome: readLedgerEntry(entry, clock.now()) }
    },

    async findOutcome(idempotencyKey) {
      const entry = await store.find(profile.id, idempotencyKey)
      return entry && readLedgerEntry(entry, clock.now())
    },
  }

  /** Decided and written down first: a caller that gives up waiting finds the outcome by its key. */
  async function write(made: LedgerEntry, delayMs: number): Promise<ProviderOutcome> {
    const entry = await store.record(made)
    if (entry === null) return notExecuted(FENCED_REASON)
    if (delayMs > 0) await timers.sleep(delayMs)
    return readLedgerEntry(entry, clock.now())
  }
}

function makeEntry(
  request: ProviderAuthorization,
  profile: ProviderProfile,
  options: CardProviderOptions,
): LedgerEntry {
  const numbered = numberEntry(request.idempotencyKey, profile, options)
  return {
    ...numbered,
    ...decideAuthorization(request, profile),
    approvalCode: readSimulation(request.metadata).approvalCode ?? numbered.approvalCode,
  }
}

function numberEntry(
  idempotencyKey: string,
  profile: ProviderProfile,
  { clock, random }: CardProviderOptions,
) {
  const nowMs = clock.now()
  const systan = systanFrom(random.bytes(SYSTAN_BYTES))
  return {
    providerId: profile.id,
    idempotencyKey,
    approvalCode: approvalCodeFrom(random.bytes(APPROVAL_CODE_CHARS)),
    referenceNumber: referenceNumberFor(nowMs, systan),
    systan,
    createdAtMs: nowMs,
  }
}
