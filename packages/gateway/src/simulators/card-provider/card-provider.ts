import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/random.ts'
import type { Timers } from '../../kernel/timers.ts'
import {
  CARD_METHOD,
  notExecuted,
  type OperationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
} from '../../transactions/execution/provider.ts'
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
  fences: false,
  reports: 'NONE',
}

function createCardProvider(profile: ProviderProfile, options: CardProviderOptions): Provider {
  const { store, clock, timers } = options
  return {
    id: profile.id,
    capabilities: CARDS,

    async authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
      return withFault(request.simulation?.fault ?? null, async () => {
        const made = makeEntry(request, profile, options)
        // A void that overtook its authorization stands: the caller has told everybody that nothing was charged.
        const isVoided = await store.isVoided(profile.id, request.idempotencyKey)
        const entry = await store.record(isVoided ? { ...made, ...VOIDED } : made)
        // Decided and written down first: a caller that gives up waiting finds the outcome by its key.
        const delayMs = request.simulation?.delayMs ?? 0
        if (delayMs > 0) await timers.sleep(delayMs)
        return readLedgerEntry(entry, clock.now())
      })
    },

    async operate(request: OperationRequest): Promise<ProviderOutcome> {
      return withFault(request.simulation?.fault ?? null, async () => {
        const { idempotencyKey, operation, originalKey, amountMinor } = request
        const entry = await store.record({
          ...numberEntry(idempotencyKey, profile, options),
          ...decideOperation(request),
          operation: { type: operation, originalKey, amountMinor },
        })
        const delayMs = request.simulation?.delayMs ?? 0
        if (delayMs > 0) await timers.sleep(delayMs)
        return readLedgerEntry(entry, clock.now())
      })
    },

    order: () => Promise.resolve({ kind: 'outcome', outcome: notExecuted('orders') }),
    cancelOrder: () => Promise.resolve(notExecuted('orders')),
    fence: () => Promise.reject(new Error(`${profile.id} keeps no fences`)),

    async findOutcome(idempotencyKey: string): Promise<ProviderOutcome | null> {
      const entry = await store.find(profile.id, idempotencyKey)
      return entry && readLedgerEntry(entry, clock.now())
    },
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
    approvalCode: request.simulation?.approvalCode ?? numbered.approvalCode,
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
