import type { SessionRequest } from '@sluice/types'
import type { SessionTokenization } from '@sluice/types/vocabulary'

/** Reads what a request says of saving the card. A session that saves without asking need not ask. */
export function readTokenization(tokenization: SessionRequest['tokenization']): SessionTokenization {
  if (tokenization?.save_card_for_future_payments === true) return 'IMPLICIT'
  return tokenization?.show_save_card_for_future_payments === true ? 'OPT_IN' : 'NONE'
}
