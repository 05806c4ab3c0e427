import { Secret } from '@sluice/platform/kernel/secret'

import type { Card } from '../../payment-methods/index.ts'
import { openJson } from '../../three-ds/index.ts'
import type { Execution } from '../execution/execution-records.ts'
import { cardAad, type SealedCardContent } from './wait-for-browser.ts'

/** Opens the sealed content of the step. The card is null if no later attempt may need it. */
export function openSealed(dataKey: Uint8Array, { transaction, attempt, pendingAuthentication }: Execution) {
  if (pendingAuthentication.sealedCard === null)
    throw new Error(`Transaction ${transaction.id} waits without its card`)
  const content = openJson(
    dataKey,
    pendingAuthentication.sealedCard,
    cardAad(transaction.id, attempt.id),
  ) as SealedCardContent
  const card: Card | null =
    content.pan === null
      ? null
      : {
          pan: new Secret(content.pan),
          cvv: content.cvv === null ? null : new Secret(content.cvv),
          brand: content.brand,
          expirationMonth: content.expirationMonth,
          expirationYear: content.expirationYear,
        }
  const { sessionId, saveFor, storedCredential, options, earlierChallenge = 'NONE' } = content
  return { card, sessionId, saveFor, storedCredential, options, earlierChallenge }
}
