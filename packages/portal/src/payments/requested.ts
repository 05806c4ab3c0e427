import type { Timeline } from '@sluice/types'

import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatWord } from '../wording/format.ts'

/**
 * The merchant's requests for the authentication of a payment, and whether an exemption was applied; null if
 * nothing was requested.
 */
export interface Requested {
  readonly challenge: string | null
  readonly exemption: string | null
}

/** Reads it from the last attempt: an earlier one may have been declined for it. */
export function requestedIn({ data }: Timeline): Requested {
  const began = data.findLast((entry) => entry.kind === 'ATTEMPT')
  const answered = data.findLast((entry) => entry.kind === 'PROVIDER')
  const { challenge_preference: challenge, exemption } = began?.detail ?? {}
  const isApplied = answered?.detail.exemption_applied !== undefined
  return {
    challenge: challenge === undefined ? null : formatWord(challenge),
    exemption:
      exemption === undefined
        ? null
        : (isApplied ? texts.exemptionApplied : texts.exemptionNotApplied)(formatWord(exemption)),
  }
}
