import { FENCED_REASON } from '@sluice/provider-protocol'
import { MANAGE_TYPES } from '@sluice/types/vocabulary'

import type { Timers } from '@sluice/shared/timers'
import {
  CARD_METHOD,
  notExecuted,
  type OperationRequest,
  type Provider,
  type ProviderAuthorization,
  type ProviderCapabilities,
  type ProviderOutcome,
} from '../provider.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { withFault } from '../scenarios/faults.ts'
import { describeOutcome } from '../events/describe-outcome.ts'
import type { OwedEvent } from '../events/owed-event.ts'
import { type AuthenticationDesk, withAuthentication } from './authenticate-shopper.ts'
import { decideAuthorization, VOIDED } from './decide-authorization.ts'
import { decideOperation } from './decide-operation.ts'
import { type LedgerEntry, PENDING, PENDING_MS, readLedgerEntry } from './provider-ledger.ts'
import { PROVIDER_PROFILES, type ProviderProfile } from './provider-profiles.ts'
import { approvalCodeFrom, referenceNumberFor, systanFrom } from './trace-numbers.ts'

const APPROVAL_CODE_CHARS = 6
const SYSTAN_BYTES = 4

export interface CardProviderOptions extends AuthenticationDesk {
  readonly timers: Timers
  /** Returns the address for a provider's events; null if it is unknown. */
  readonly callbackUrlOf: (providerId: string) => string | null
  /** Makes a `webhook-id`. */
  readonly makeMessageId: () => string
}

/** Creates the simulated providers `sim-a` to `sim-f`, which store each authorization and operation by its key. */
export function createSimulatedCardProviders(options: CardProviderOptions): readonly Provider[] {
  return PROVIDER_PROFILES.map((profile) => {
    const provider = createCardProvider(profile, options)
    return profile.authenticates === true ? authenticating(provider, profile, options) : provider
  })
}

/** Decides as if the shopper were authenticated. The result of the authentication is applied later. */
function authenticating(
  provider: Provider,
  profile: ProviderProfile,
  options: CardProviderOptions,
): Provider {
  const authentication = { transStatus: 'Y' }
  return withAuthentication(provider, options, (request) =>
    makeAuthorization({ ...request, authentication }, profile, options),
  )
}

const CARDS: ProviderCapabilities = {
  methods: new Set([CARD_METHOD]),
  operations: new Set(MANAGE_TYPES),
  fences: true,
  verifies: true,
  reports: 'HINT',
}

function createCardProvider(profile: ProviderProfile, options: CardProviderOptions): Provider {
  const { store, clock, timers } = options
  return {
    id: profile.id,
    capabilities: CARDS,

    async authorize(request) {
      const { delayMs, fault } = readSimulation(request.metadata)
      return withFault(fault, async () => {
        const made = makeAuthorization(request, profile, options)
        // A void that overtook its authorization stays valid, because the caller has told the merchant that nothing
        // was charged.
        return answer(await store.record(made, VOIDED), delayMs)
      })
    },

    async operate(request) {
      const { delayMs, fault } = readSimulation(request.metadata)
      return withFault(fault, async () => {
        const standing = await store.operate(
          { ...request, providerId: profile.id },
          (booked) => ({
            ...makeEntry(request, profile, options),
            type: request.operation,
            originalKey: request.originalKey,
            parentKey: request.parentKey,
            releasesRest: request.finalCapture,
            ...decideOperation(request, booked, clock.now()),
          }),
          (entry) => eventOf(entry, options),
        )
        return answer(standing, delayMs)
      })
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

  /** The decision is already stored, so a caller that stops waiting finds the outcome by its key. */
  async function answer(entry: LedgerEntry | null, delayMs: number): Promise<ProviderOutcome> {
    if (entry === null) return notExecuted(FENCED_REASON)
    if (delayMs > 0) await timers.sleep(delayMs)
    return readLedgerEntry(entry, clock.now())
  }
}

/** Returns the event that resolves a call which was answered as pending. */
function eventOf(
  entry: LedgerEntry,
  { callbackUrlOf, makeMessageId }: CardProviderOptions,
): OwedEvent | null {
  const url = callbackUrlOf(entry.providerId)
  if (entry.processingCode !== PENDING || url === null) return null
  const dueAtMs = entry.createdAtMs + PENDING_MS
  const { providerId, idempotencyKey, merchantId } = entry
  const event = describeOutcome(entry, { id: makeMessageId(), nowMs: dueAtMs })
  return { providerId, idempotencyKey, merchantId, url, event, dueAtMs }
}

function makeAuthorization(
  request: ProviderAuthorization,
  profile: ProviderProfile,
  options: CardProviderOptions,
): LedgerEntry {
  const made = makeEntry(request, profile, options)
  const { approvalCode, approvedMinor } = readSimulation(request.metadata)
  return {
    ...made,
    amountMinor: Math.min(made.amountMinor, approvedMinor ?? made.amountMinor),
    type: request.transactionType,
    originalKey: null,
    parentKey: null,
    releasesRest: false,
    ...decideAuthorization(request, profile, options.clock.now()),
    approvalCode: approvalCode ?? made.approvalCode,
    exemption: request.exemption,
  }
}

function makeEntry(
  request: ProviderAuthorization | OperationRequest,
  profile: ProviderProfile,
  { clock, random }: CardProviderOptions,
) {
  const nowMs = clock.now()
  const systan = systanFrom(random.bytes(SYSTAN_BYTES))
  return {
    providerId: profile.id,
    idempotencyKey: request.idempotencyKey,
    merchantId: request.merchantId,
    transactionId: request.transactionId,
    accountId: request.accountId,
    amountMinor: request.amountMinor,
    currency: request.currency,
    approvalCode: approvalCodeFrom(random.bytes(APPROVAL_CODE_CHARS)),
    referenceNumber: referenceNumberFor(nowMs, systan),
    systan,
    createdAtMs: nowMs,
    failedMinor: 0,
    exemption: null,
  }
}
