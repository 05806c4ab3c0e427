import type { OutcomeMessage } from '@sluice/provider-protocol'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'

import { type CallRequest, ContradictingAnswer } from '../../transactions/execution/provider.ts'

/** The request of a call. */
export type SentCall = Pick<CallRequest, 'key' | 'accountId' | 'amountMinor' | 'currency' | 'mayBePartial'>

/**
 * Compares a provider's outcome with its call. Only members from the provider count, because an outcome that was
 * completed from the call would match every call.
 *
 * @throws {@link ContradictingAnswer} For another account or currency, and for an impossible amount.
 */
export function checkOutcome(
  { accountId, amountMinor, currency, mayBePartial }: SentCall,
  said: Pick<OutcomeMessage, 'account_id' | 'approved_amount' | 'currency' | 'processing_code'>,
): void {
  const { account_id: account, approved_amount: approved } = said
  if (account !== accountId)
    throw new ContradictingAnswer('ACCOUNT_MISMATCH', { answered_account_id: scrubCardNumbers(account) })
  if (said.currency !== currency)
    throw new ContradictingAnswer('CURRENCY_MISMATCH', { currency: said.currency, asked_currency: currency })
  const [least, most] =
    said.processing_code === '0000'
      ? [mayBePartial ? Math.min(1, amountMinor) : amountMinor, amountMinor]
      : [0, 0]
  if (approved < least || approved > most)
    throw new ContradictingAnswer('AMOUNT_MISMATCH', {
      approved_amount: String(approved),
      asked_amount: String(amountMinor),
      processing_code: said.processing_code,
    })
}
