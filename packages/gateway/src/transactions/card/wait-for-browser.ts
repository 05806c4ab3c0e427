import type { ActionType, CardBrand, TokenizeFor } from '@sluice/types/vocabulary'

import { issueHandle, type IssuedHandle, openJson, sealJson } from '../../three-ds/index.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { ProviderOptions, StoredCredential } from '../execution/provider.ts'
import type { Next } from '../execution/flow.ts'
import type { BrowserStep, StoredHandle } from '../execution/execution-records.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'

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
}

/**
 * Leaves the authorization to the shopper's browser: keeps the volatile key, seals the card and the step, issues the
 * handles, shows the step.
 */
export async function waitForBrowser(
  ports: Pick<CardPorts, 'random' | 'clock' | 'volatileSecrets'>,
  progress: Progress,
  waiting: {
    readonly step: BrowserStep
    readonly attempt: Attempt
    /** Issued besides `payment_data`. */
    readonly handles: readonly IssuedHandle[]
    readonly describe: (paymentData: string, sessionId: string) => NextStep
  },
): Promise<Next<CardInMemory>> {
  const { transaction, keys, card } = progress
  const { dataKey, volatileKey } = keys
  const paymentData = issueHandle(keys, 'PAYMENT_DATA', ports.random)
  const next = waiting.describe(paymentData.handle, progress.sessionId ?? waiting.attempt.id)
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
  }
  const toStored = ({ kind, lookup, wrappedKey }: IssuedHandle): StoredHandle => ({
    lookup,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    attemptId: waiting.attempt.id,
    kind,
    step: waiting.step,
    wrappedKey,
    createdAtMs: ports.clock.now(),
  })
  // Before the commit: no handle may be stored whose other half could be missing.
  await ports.volatileSecrets.keep(transaction.id, volatileKey)
  return {
    kind: 'wait',
    movement: progress,
    show: next,
    step: {
      cause: 'three-ds',
      to: {
        step: waiting.step,
        takenStep: null,
        leaseUntilMs: null,
        sealedCard: sealJson(dataKey, content, cardAad(transaction.id, waiting.attempt.id), ports.random),
        sealedStep: sealJson(dataKey, next, stepAad(transaction.id), ports.random),
      },
      attempt: waiting.attempt,
      handles: [paymentData, ...waiting.handles].map(toStored),
    },
  }
}

/** The `type` of an action by the step it asks for. */
export const ACTION_TYPE: Readonly<Record<BrowserStep, ActionType>> = {
  FINGERPRINT: 'THREE_DS_2_FINGERPRINT',
  CHALLENGE: 'THREE_DS_2_CHALLENGE',
}
