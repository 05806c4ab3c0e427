import type { SessionRequest } from '@sluice/types'
import type { SessionTokenization } from '@sluice/types/vocabulary'

/** Reads the settings for saving the card. A session that always saves does not ask the shopper. */
export function readTokenization(tokenization: SessionRequest['tokenization']): SessionTokenization {
  if (tokenization?.save_card_for_future_payments === true) return 'IMPLICIT'
  return tokenization?.show_save_card_for_future_payments === true ? 'OPT_IN' : 'NONE'
}
