import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'

import { uuidOf } from '../execution/key-for.ts'
import { issueHandle, type IssuedHandle, openJson, sealJson, sealSessionId } from '../../three-ds/index.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { ProviderOptions, StoredCredential } from '../execution/provider.ts'
import type { Next } from '../execution/flow.ts'
import type { BrowserStep, StoredHandle } from '../execution/execution-records.ts'
import { volatileNameOf } from '../execution/volatile-name.ts'
import type { CardInMemory, CardPorts, EarlierChallenge, Progress } from './card-in-memory.ts'

/** Associated data of the sealed card: it opens for one attempt of one transaction. */
export function cardAad(transactionId: string, attemptId: string): string {
  return `card ${transactionId} ${attemptId}`
}

/** Associated data of the sealed next step. */
function stepAad(transactionId: string): string {
  return `step ${transactionId}`
}

export function openStep(dataKey: Uint8Array, transactionId: string, sealedStep: Uint8Array): NextStep {
  return openJson(dataKey, sealedStep, stepAad(transactionId)) as NextStep
}

/** What is sealed of a card; short names, as no other program reads them. */
export interface SealedCardContent {
  readonly pan: string
  readonly cvv: string | null
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly brand: CardBrand
  readonly sessionId: string | null
  readonly saveFor: TokenizeFor | null
  readonly storedCredential: StoredCredential | null
  readonly options: ProviderOptions | null
  /** Absent in cards that an earlier version sealed. */
  readonly earlierChallenge?: EarlierChallenge
}

/** A step that is the shopper's browser's to take. */
export interface BrowserWork {
  readonly step: BrowserStep
  /** As it waits. */
  readonly progress: Progress
  /** Issued besides `payment_data`. */
  readonly handles: readonly IssuedHandle[]
  readonly describe: (paymentData: string, sessionId: string) => NextStep
}

/** Leaves the payment to the shopper's browser: keeps the volatile key, seals the card and the step, issues the handles. */
export async function waitForBrowser(
  ports: Pick<CardPorts, 'random' | 'clock' | 'volatileSecrets'>,
  { step, progress, handles, describe }: BrowserWork,
): Promise<Next<CardInMemory>> {
  const { transaction, attempt, keys, card } = progress
  const { dataKey, volatileKey } = keys
  const paymentData = issueHandle(keys, 'PAYMENT_DATA', ports.random)
  const show = describe(paymentData.handle, progress.sessionId ?? uuidOf(attempt.id))
  const content: SealedCardContent = {
    pan: card.pan.reveal(),
    cvv: card.cvv?.reveal() ?? null,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    brand: card.brand,
    sessionId: progress.sessionId,
    saveFor: progress.saveFor,
    storedCredential: progress.storedCredential,
    options: progress.options,
    earlierChallenge: progress.earlierChallenge,
  }
  const pageOf = transaction.integration === 'HOSTED_PAYMENT_PAGE' ? progress.sessionId : null
  const toStored = ({ kind, handle, lookup, wrappedKey }: IssuedHandle): StoredHandle => ({
    lookup,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    attemptId: attempt.id,
    kind,
    step,
    wrappedKey,
    // `payment_data` is in no address that a browser comes back to.
    sealedSession:
      kind === 'PAYMENT_DATA' || pageOf === null ? null : sealSessionId(handle, pageOf, ports.random),
    createdAtMs: ports.clock.now(),
  })
  // Before the commit: no handle may be stored whose other half could be missing.
  await ports.volatileSecrets.keep(
    volatileNameOf({ transactionId: transaction.id, attemptId: attempt.id }),
    volatileKey,
  )
  return {
    kind: 'wait',
    movement: progress,
    show,
    step: {
      cause: 'three-ds',
      to: {
        step,
        takenStep: null,
        leaseUntilMs: null,
        sealedCard: sealJson(dataKey, content, cardAad(transaction.id, attempt.id), ports.random),
        sealedStep: sealJson(dataKey, show, stepAad(transaction.id), ports.random),
      },
      attempt,
      handles: [paymentData, ...handles].map(toStored),
    },
  }
}
