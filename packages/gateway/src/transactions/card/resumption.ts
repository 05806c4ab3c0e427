import { isCorrectable } from '@sluice/types/vocabulary'

import { type PendingAuthenticationKeys, lookupOf, unwrapDataKey } from '../../three-ds/index.ts'
import type { Envelope, NextStep } from '../execution/envelope.ts'
import type { Execution, StoredResumeToken } from '../execution/execution-records.ts'
import { LEASE_MS } from '../execution/open.ts'
import { endWaiting } from '../execution/recover.ts'
import type { Transaction } from '../execution/transaction.ts'
import { ephemeralNameOf } from '../execution/ephemeral-name.ts'
import type { CardPorts } from './card-context.ts'
import { openStep } from './wait-for-browser.ts'

/** A handle that found its transaction. */
export interface Resumption {
  readonly resumeToken: string
  readonly stored: StoredResumeToken
  readonly transaction: Transaction
}

/** The interval at which a second request checks whether the first has finished. */
const FOLLOW_INTERVAL_MS = 100
/** Finds the transaction a handle belongs to; null for an unknown handle. */
export async function findResumption(ports: CardPorts, resumeToken: string): Promise<Resumption | null> {
  const stored = await ports.store.findResumeToken(lookupOf(resumeToken))
  if (stored === null) return null
  const transaction = await ports.store.find(stored.merchantId, stored.transactionId)
  return transaction === null ? null : { resumeToken, stored, transaction }
}

/** Returns the current envelope without changing anything; waits while another request is processing the payment. */
export async function currentEnvelope(ports: CardPorts, resumption: Resumption): Promise<Envelope> {
  const { merchantId, id } = resumption.transaction
  const giveUpAtMs = ports.clock.now() + LEASE_MS
  for (;;) {
    const open = await ports.store.findOpen(merchantId, id)
    if (open === null) break
    const { step } = open.pendingAuthentication
    if (step === 'WAITING' || step === 'REDIRECT') return { kind: 'result', transaction: open.transaction }
    const correction = step === 'CORRECTION' ? correctionOf(open) : null
    if (correction !== null) return correction
    if (step === 'FINGERPRINT' || step === 'CHALLENGE') {
      const envelope = await openCurrentStep(ports, resumption, open)
      if (envelope) return envelope
      // The resume token belongs to a declined attempt. The corrected one has its own tokens.
      if (resumption.stored.attemptId !== open.attempt.id)
        return { kind: 'result', transaction: open.transaction }
    }
    if (ports.clock.now() >= giveUpAtMs) return { kind: 'result', transaction: open.transaction }
    await ports.timers.sleep(FOLLOW_INTERVAL_MS)
  }
  const final = await ports.store.find(merchantId, id)
  return { kind: 'result', transaction: final ?? resumption.transaction }
}

function correctionOf({ transaction, attempt: { processingCode } }: Execution): Envelope | null {
  if (processingCode === null || !isCorrectable(processingCode)) return null
  return { kind: 'correction', transaction, processingCode }
}

async function openCurrentStep(
  ports: CardPorts,
  resumption: Resumption,
  open: Execution,
): Promise<NextStep | null> {
  const { sealedStep } = open.pendingAuthentication
  if (sealedStep === null) return null
  const keys = await openKeys(ports, resumption, open)
  return keys && openStep(keys.dataKey, open.transaction.id, sealedStep)
}

/**
 * Opens the data key with both of its halves. Null when the transaction has ended. It ends here if the ephemeral key is
 * lost, for example in a power failure, or does not fit: nothing can open the card, so the payment expires and is never
 * charged.
 */
export async function openKeys(
  ports: CardPorts,
  { resumeToken, stored }: Resumption,
  open: Execution,
): Promise<PendingAuthenticationKeys | null> {
  const wrappedKey =
    stored.wrappedKey ?? (await ports.store.findResumeToken(stored.lookup))?.wrappedKey ?? null
  if (wrappedKey === null) return null
  const ephemeralKey = await ports.ephemeralSecrets.find(ephemeralNameOf(open.pendingAuthentication))
  if (ephemeralKey === null) {
    await endWaiting(ports, open, '1005', 'expiry')
    return null
  }
  const dataKey = unwrapOrNull(resumeToken, ephemeralKey, wrappedKey)
  if (dataKey !== null) return { dataKey, ephemeralKey }
  // A handle of an attempt that was declined in the meantime opens nothing, and ends nothing.
  if (stored.attemptId === open.attempt.id) await endWaiting(ports, open, '1005', 'expiry')
  return null
}

function unwrapOrNull(
  resumeToken: string,
  ephemeralKey: Uint8Array,
  wrappedKey: Uint8Array,
): Uint8Array | null {
  try {
    return unwrapDataKey(resumeToken, ephemeralKey, wrappedKey)
  } catch {
    return null
  }
}
