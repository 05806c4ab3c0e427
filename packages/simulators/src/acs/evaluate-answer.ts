import type { ChallengeCancelReason, TransStatus, TransStatusReason } from '@sluice/types/vocabulary'

import { type ChallengeScript, REASON_BY_TRANS_STATUS } from '../scenarios/flows.ts'

/** The bank gives up after this many wrong passwords. */
export const MAX_WRONG_PASSWORDS = 3

/** The one-time passwords, each with its result. @see docs/protocol/simulators.md#simulators */
export const PASSWORDS = [
  { password: '1234', transStatus: 'Y' },
  { password: 'password', transStatus: 'Y' },
  { password: '1111', transStatus: 'N' },
  { password: '2222', transStatus: 'R' },
  { password: '3333', transStatus: 'U' },
  { password: '7777', transStatus: 'A' },
  { password: '5555', transStatus: 'C' },
] as const satisfies readonly { readonly password: string; readonly transStatus: TransStatus }[]

/** The shopper's action on the page. */
export type Answer =
  | { readonly kind: 'opened' }
  /** The page was requested by a second CReq of the same challenge. */
  | { readonly kind: 'opened_again' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'submitted'; readonly password: string }

/**
 * The bank's next step. `ask`: it shows the page (again); `ends`: the round is over; `fails`: it sends an error
 * message.
 */
export type Judgement =
  | { readonly kind: 'ask'; readonly complaint: 'none' | 'empty' | 'wrong' }
  | {
      readonly kind: 'ends'
      readonly transStatus: TransStatus
      readonly transStatusReason: TransStatusReason | null
      readonly challengeCancel: ChallengeCancelReason | null
    }
  | { readonly kind: 'fails' }

/**
 * Evaluates an answer by the script of the challenge. The caller counts a wrong password, and then evaluates again
 * with the new number.
 *
 * @param round - 1 or 2; a script with one outcome gives it in both.
 * @param wrongPasswords - how many were counted in this round.
 */
export function evaluateAnswer(
  script: ChallengeScript,
  answer: Answer,
  { round, wrongPasswords }: { readonly round: number; readonly wrongPasswords: number },
): Judgement {
  if (script.kind === 'silent') return { kind: 'ask', complaint: 'none' }
  if (script.kind === 'fails') return { kind: 'fails' }
  if (script.kind === 'cancels' || answer.kind === 'canceled')
    return endsWith('N', REASON_BY_TRANS_STATUS.N, '01')
  if (wrongPasswords >= MAX_WRONG_PASSWORDS) return endsWith('N', '19')
  if (answer.kind === 'opened_again' && script.kind === 'password' && script.opens === 'once')
    return endsWith('U')
  if (answer.kind !== 'submitted') return { kind: 'ask', complaint: 'none' }
  if (script.kind === 'fixed') return endsWith(script.outcomes[round - 1] ?? script.outcomes[0])

  const password = answer.password.trim()
  if (password === '') return { kind: 'ask', complaint: 'empty' }
  const known = PASSWORDS.find((row) => row.password === password)
  return known ? endsWith(known.transStatus) : { kind: 'ask', complaint: 'wrong' }
}

function endsWith(
  transStatus: TransStatus,
  transStatusReason: TransStatusReason | null = REASON_BY_TRANS_STATUS[transStatus] ?? null,
  challengeCancel: ChallengeCancelReason | null = null,
): Judgement {
  return { kind: 'ends', transStatus, transStatusReason, challengeCancel }
}
