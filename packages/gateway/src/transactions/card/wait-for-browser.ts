import type { CardBrand, TokenizeFor } from '@sluice/types/vocabulary'

import { uuidOf } from '../execution/key-for.ts'
import {
  issueResumeToken,
  type IssuedResumeToken,
  openJson,
  sealJson,
  sealSessionId,
} from '../../three-ds/index.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { ProviderOptions, StoredCredential } from '../execution/provider.ts'
import type { PaymentStep } from '../execution/flow.ts'
import type { BrowserStep, Execution, StoredResumeToken } from '../execution/execution-records.ts'
import { ephemeralNameOf } from '../execution/ephemeral-name.ts'
import type { Card } from '../../payment-methods/index.ts'
import type { CardPorts, ConfirmedContext, EarlierChallenge } from './card-context.ts'

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

/** The sealed part of a card. The names are short because no other program reads them. */
export type SealedCardContent = (PlainCard | WithoutCard) & SealedBesides

interface PlainCard {
  readonly pan: string
  readonly cvv: string | null
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly brand: CardBrand
}

/** No attempt may follow that would need the card. */
interface WithoutCard {
  readonly pan: null
}

interface SealedBesides {
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
  /** The state while it waits; without the card if no later attempt may need it. */
  readonly progress: Execution & ConfirmedContext
  /** The state to store; by default, the waiting state. */
  readonly execution?: Execution
  /** Issued besides `payment_data`. */
  readonly resumeTokens: readonly IssuedResumeToken[]
  readonly describe: (paymentData: string, sessionId: string) => NextStep
}

/**
 * Leaves the payment to the shopper's browser: stores the ephemeral key, seals the card and the step, and issues
 * the resume tokens.
 */
export async function waitForBrowser(
  ports: Pick<CardPorts, 'random' | 'clock' | 'ephemeralSecrets'>,
  { step, progress, execution = progress, resumeTokens, describe }: BrowserWork,
): Promise<Extract<PaymentStep<never>, { readonly kind: 'wait' }>> {
  const { transaction, attempt, keys, card } = progress
  const { dataKey, ephemeralKey } = keys
  const paymentData = issueResumeToken(keys, 'PAYMENT_DATA', ports.random)
  const show = describe(paymentData.resumeToken, progress.sessionId ?? uuidOf(attempt.id))
  const content: SealedCardContent = {
    ...toPlainCard(card),
    sessionId: progress.sessionId,
    saveFor: progress.saveFor,
    storedCredential: progress.storedCredential,
    options: progress.options,
    earlierChallenge: progress.earlierChallenge,
  }
  const pageOf = transaction.integration === 'HOSTED_PAYMENT_PAGE' ? progress.sessionId : null
  const toStored = ({ kind, resumeToken, lookup, wrappedKey }: IssuedResumeToken): StoredResumeToken => ({
    lookup,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    attemptId: attempt.id,
    kind,
    step,
    wrappedKey,
    // `payment_data` is in no address to which a browser returns.
    sealedSession:
      kind === 'PAYMENT_DATA' || pageOf === null ? null : sealSessionId(resumeToken, pageOf, ports.random),
    createdAtMs: ports.clock.now(),
  })
  // Runs before the commit, because no resume token may be stored without its other half.
  await ports.ephemeralSecrets.keep(
    ephemeralNameOf({ transactionId: transaction.id, attemptId: attempt.id }),
    ephemeralKey,
  )
  return {
    kind: 'wait',
    execution,
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
      resumeTokens: [paymentData, ...resumeTokens].map(toStored),
    },
  }
}

function toPlainCard(card: Card | null): PlainCard | WithoutCard {
  if (card === null) return { pan: null }
  return {
    pan: card.pan.reveal(),
    cvv: card.cvv?.reveal() ?? null,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    brand: card.brand,
  }
}
