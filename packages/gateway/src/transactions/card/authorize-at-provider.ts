import { CARD_TRANSACTION_TYPES, type ProcessingCode } from '@sluice/types/vocabulary'

import { maskCardNumber, type SaveCardRequest } from '../../payment-methods/index.ts'
import type { CallResult } from '../execution/call-outside.ts'
import type { PaymentStep } from '../execution/flow.ts'
import { paymentContextOf } from '../execution/payment-context.ts'
import { furtherKey } from '../execution/key-for.ts'
import { undoesLostAnswers } from '../execution/status-query.ts'
import { answerOf } from '../execution/apply-result.ts'
import {
  type AuthenticationNeeded,
  CARD_METHOD,
  type PreparationRequest,
  preparedPartOf,
  type ProviderAuthorization,
  type ProviderCard,
  type ProviderOutcome,
} from '../execution/provider.ts'
import { issueAddresses, needsShopper, withConfirmation } from './authenticates-itself.ts'
import { MESSAGE_VERSION } from './authentication-progress.ts'
import type { CardContext, CardPorts, Progress } from './card-context.ts'
import type { AuthenticationProof } from './device-proof.ts'
import { exemptionFor } from './requested-of.ts'

/** Has the provider of the attempt authorize the card, with what the authentication proved; null when none was needed. */
export async function authorizeAtProvider(
  ports: CardPorts,
  before: Progress,
  authentication: AuthenticationProof | null,
): Promise<PaymentStep<CardContext>> {
  const provider = ports.providers.get(before.attempt.providerId)
  const addresses = needsShopper(ports, before, authentication) ? issueAddresses(ports, before) : null
  const progress = addresses === null ? before : withConfirmation(before, addresses.resumeTokens)
  const request = saveCardRequestOf(progress)
  const pendingCard = request && (await ports.savedCards.prepare(request))
  const authorization = {
    ...describeAuthorization(ports, progress, authentication),
    ...(addresses && { shopper: addresses.shopper }),
  }
  const isPrepared = provider?.capabilities.calls.authorization.fence === 'cancel-prepared'
  return {
    kind: 'ask',
    execution: progress,
    context: progress,
    ...(isPrepared && {
      prepare: () => provider.prepare(describePreparation(authorization), progress.card.pan),
    }),
    ask: provider?.capabilities.methods.has(CARD_METHOD)
      ? async (prepared) =>
          answerOf(withSpentProof(await provider.authorize({ ...authorization, prepared }), progress))
      : null,
    ...(pendingCard && { pendingCard }),
    undoesLost: undoesLostAnswers(provider, progress.transaction),
  }
}

/** Declines of an issuer, which the network has brought the cryptogram to; after all others no network was asked. */
const SPENDS_CRYPTOGRAM: ReadonlySet<ProcessingCode> = new Set(['1000', '1001'])

/**
 * A cryptogram is valid for one authorization: if another provider sends it again, the network treats it as a replay.
 *
 * @decision 0014
 */
function withSpentProof(
  result: CallResult<ProviderOutcome | AuthenticationNeeded>,
  { proof }: Progress,
): CallResult<ProviderOutcome | AuthenticationNeeded> {
  if (proof === null || result.kind === 'unanswered' || 'kind' in result.value) return result
  if (!SPENDS_CRYPTOGRAM.has(result.value.processingCode)) return result
  return { ...result, value: { ...result.value, retryable: false } }
}

/** Returns the same payment, without the card and the proof of authentication. */
function describePreparation(authorization: Omit<ProviderAuthorization, 'prepared'>): PreparationRequest {
  return {
    ...preparedPartOf(authorization),
    idempotencyKey: furtherKey(authorization.idempotencyKey, 'preparation'),
    callKey: authorization.idempotencyKey,
    call: { kind: 'authorization', transactionType: authorization.transactionType },
  }
}

function describeAuthorization(
  { metadataFor }: Pick<CardPorts, 'metadataFor'>,
  progress: Progress,
  authentication: AuthenticationProof | null,
): Omit<ProviderAuthorization, 'prepared'> {
  const { transaction, attempt, proof, storedCredential } = progress
  return {
    idempotencyKey: attempt.id,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    accountId: attempt.accountId,
    attemptNumber: attempt.number,
    transactionType:
      CARD_TRANSACTION_TYPES.find((type) => type === transaction.transactionType) ?? 'PURCHASE',
    amountMinor: transaction.amountMinor,
    currency: transaction.currency,
    installmentCount: transaction.installmentCount ?? null,
    keepsPartialApproval: transaction.keepsPartialApproval === true,
    card: describeCard(progress),
    // A token's own proof is the token's: 3-D Secure did not run.
    authentication:
      proof === null && authentication
        ? {
            transStatus: authentication.transStatus,
            eci: authentication.eci,
            authenticationValue: authentication.authenticationValue,
            // The result of a challenge may omit it, because the ARes has named it.
            dsTransId: authentication.dsTransId ?? attempt.authentication?.dsTransId ?? null,
            messageVersion: attempt.authentication?.messageVersion ?? MESSAGE_VERSION,
          }
        : null,
    storedCredential,
    exemption: exemptionFor(progress, authentication),
    billingAddress: null,
    ...paymentContextOf(transaction, progress.options),
    metadata: metadataFor(transaction),
  }
}

/** A network token includes its kind and source, and its cryptogram if the device created one. */
function describeCard({ card, transaction, proof }: Progress): ProviderCard {
  const { source } = transaction.paymentMethod
  if (source === undefined) return card
  const cryptogram = proof?.authenticationValue ?? null
  return {
    ...card,
    networkToken: { source, proof: proof && cryptogram ? { cryptogram, eci: proof.eci } : null },
  }
}

/**
 * From the call on the transaction may be approved without us, and its card is gone with the worker: what saving takes is
 * sealed in the vault in the commit before. A later attempt finds it there, unless the earlier one ended before that commit.
 */
function saveCardRequestOf({
  transaction,
  pendingAuthentication,
  card,
  saveFor,
}: Progress): SaveCardRequest | null {
  if (saveFor === null || pendingAuthentication.savesCard) return null
  return {
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    customerId: transaction.customer?.id ?? null,
    tokenizeFor: saveFor,
    pan: card.pan,
    brand: card.brand,
    masked: maskCardNumber(card.pan.reveal()),
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
  }
}
