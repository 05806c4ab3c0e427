import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import { makeAuthenticationValue } from '../scenarios/authentication-outcome.ts'
import { FLOWS } from '../scenarios/flows.ts'
import type { ChallengeRequest } from './browser-messages.ts'
import type { ChallengeRecord, ChallengeRecords, ChallengeRound, RoundResult } from './challenge-records.ts'
import { type Answer, evaluateAnswer, type Judgement } from './evaluate-answer.ts'

/** The first challenge and one more. Every 3DS Server would decline a further one. */
const MAX_ROUNDS = 2

export interface ChallengeDesk {
  readonly store: ChallengeRecords
  readonly clock: Clock
  readonly random: Random
}

/** The shopper's next page: the challenge, or the return to the shop. */
export type ChallengeStep =
  | {
      readonly kind: 'ask'
      readonly record: ChallengeRecord
      readonly round: number
      readonly wrongPasswords: number
      readonly complaint: 'none' | 'empty' | 'wrong'
    }
  | { readonly kind: 'return'; readonly record: ChallengeRecord; readonly result: RoundResult }

/** An answer, with the state of the page on which it was typed. */
export interface PageAnswer {
  readonly answer: Answer
  readonly round: number
  readonly wrongBefore: number
}

/**
 * Opens the page of a CReq: the first round, the additional round once the first ended with C, or the same page
 * again after a reload, if the flow allows one. Returns null if no such challenge exists.
 *
 * @param isOwn - the bank's page requests itself, in another language: no second CReq.
 */
export async function openChallenge(
  request: ChallengeRequest,
  isOwn: boolean,
  desk: ChallengeDesk,
): Promise<ChallengeStep | null> {
  const record = await findRecord(request, desk)
  if (!record) return null

  const rounds = await desk.store.listRounds(record.threeDsServerTransId)
  const last = rounds.at(-1)
  const next = nextRound(last)
  if (next !== null) await desk.store.openRound(record.threeDsServerTransId, next, desk.clock.now())
  const round = next === null ? last : { round: next, wrongPasswords: 0, result: null }
  const kind = next === null && !isOwn ? 'opened_again' : 'opened'
  return round ? takeAnswer(record, round, { kind }, 0, desk) : null
}

/**
 * Handles the shopper's action on a page. If the round of the page is over, nothing changes and the browser takes
 * the same way back again.
 */
export async function answerChallenge(
  request: ChallengeRequest,
  { answer, round: roundNumber, wrongBefore }: PageAnswer,
  desk: ChallengeDesk,
): Promise<ChallengeStep | null> {
  const record = await findRecord(request, desk)
  if (!record) return null

  const rounds = await desk.store.listRounds(record.threeDsServerTransId)
  const round = rounds.find((candidate) => candidate.round === roundNumber)
  return round ? takeAnswer(record, round, answer, wrongBefore, desk) : null
}

async function findRecord(
  request: ChallengeRequest,
  { store }: ChallengeDesk,
): Promise<ChallengeRecord | null> {
  const record = await store.find(request.threeDsServerTransId)
  const matches =
    record?.acsTransId === request.acsTransId && record.messageVersion === request.messageVersion
  return matches ? record : null
}

function nextRound(last: ChallengeRound | undefined): number | null {
  if (!last) return 1
  const asksAgain = last.result?.kind === 'completed' && last.result.transStatus === 'C'
  return asksAgain && last.round < MAX_ROUNDS ? last.round + 1 : null
}

async function takeAnswer(
  record: ChallengeRecord,
  { round, wrongPasswords, result }: ChallengeRound,
  answer: Answer,
  wrongBefore: number,
  { store, clock, random }: ChallengeDesk,
): Promise<ChallengeStep> {
  if (result) return { kind: 'return', record, result }
  const { challenge } = FLOWS[record.flow]
  if (!challenge) throw new Error(`the flow ${record.flow} has no challenge`)

  const id = record.threeDsServerTransId
  let judgement = evaluateAnswer(challenge, answer, { round, wrongPasswords })
  let wrongNow = wrongPasswords
  // A page that does not know all wrong passwords was submitted twice. It counts once.
  if (judgement.kind === 'ask' && judgement.complaint === 'wrong' && wrongBefore === wrongPasswords) {
    wrongNow = await store.countWrongPassword(id, round, wrongBefore)
    const afterCount = evaluateAnswer(challenge, { kind: 'opened' }, { round, wrongPasswords: wrongNow })
    if (afterCount.kind === 'ends') judgement = afterCount
  }
  if (judgement.kind === 'ask') {
    return { kind: 'ask', record, round, wrongPasswords: wrongNow, complaint: judgement.complaint }
  }
  // Sends the RReq before the CRes, so that the recipient of the browser's message can already read the result.
  const standing = await store.endRound(id, round, toResult(judgement, random), clock.now())
  return { kind: 'return', record, result: standing }
}

function toResult(judgement: Exclude<Judgement, { kind: 'ask' }>, random: Random): RoundResult {
  if (judgement.kind === 'fails') return { kind: 'error' }
  const { transStatus, transStatusReason, challengeCancel } = judgement
  return {
    kind: 'completed',
    transStatus,
    transStatusReason,
    challengeCancel,
    authenticationValue: makeAuthenticationValue(transStatus, random),
  }
}
