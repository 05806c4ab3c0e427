import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/random.ts'
import type { Timers } from '../../kernel/timers.ts'
import type {
  PaymentProvider,
  ProviderAuthorization,
  ProviderOutcome,
} from '../../transactions/payment-provider.ts'
import { decideAuthorization } from './decide-authorization.ts'
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

/** Creates the simulated providers `sim-a` to `sim-f`. They remember each authorization by its idempotency key. */
export function createSimulatedCardProviders(options: CardProviderOptions): readonly PaymentProvider[] {
  return PROVIDER_PROFILES.map((profile) => createCardProvider(profile, options))
}

function createCardProvider(profile: ProviderProfile, options: CardProviderOptions): PaymentProvider {
  const { store, clock, timers } = options
  return {
    id: profile.id,

    async authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
      const entry = await store.record(makeEntry(request, profile, options))
      // Decided and written down first: a caller that gives up waiting finds the outcome by its key.
      const delayMs = request.simulation?.delayMs ?? 0
      if (delayMs > 0) await timers.sleep(delayMs)
      return readLedgerEntry(entry, clock.now())
    },

    async find(idempotencyKey: string): Promise<ProviderOutcome | null> {
      const entry = await store.find(profile.id, idempotencyKey)
      return entry && readLedgerEntry(entry, clock.now())
    },
  }
}

function makeEntry(
  request: ProviderAuthorization,
  profile: ProviderProfile,
  { clock, random }: CardProviderOptions,
): LedgerEntry {
  const nowMs = clock.now()
  const systan = systanFrom(random.bytes(SYSTAN_BYTES))
  return {
    providerId: profile.id,
    idempotencyKey: request.idempotencyKey,
    ...decideAuthorization(request, profile),
    approvalCode: request.simulation?.approvalCode ?? approvalCodeFrom(random.bytes(APPROVAL_CODE_CHARS)),
    referenceNumber: referenceNumberFor(nowMs, systan),
    systan,
    createdAtMs: nowMs,
  }
}
