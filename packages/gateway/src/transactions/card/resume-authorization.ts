import { LIMITS, type TransStatus } from '@sluice/types/vocabulary'

import type { ChallengeResult } from '../../three-ds/index.ts'
import { threeDsOf } from '../execution/attempt.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { BrowserStep, Execution } from '../execution/execution-records.ts'
import { execute, type ExecuteOptions } from '../execution/execute.ts'
import { move } from '../execution/move.ts'
import { LEASE_MS } from '../execution/open.ts'
import { createCardFlow } from './card-flow.ts'
import type { CardContext, CardPorts, Progress } from './card-context.ts'
import { type CompletionIndicator, type ThreeDsStep, stepAfterChallenge } from './three-ds-step.ts'
import { continueConfirmed } from './continue-confirmed.ts'
import { runThreeDs } from './run-three-ds.ts'
import { openSealed } from './open-sealed.ts'
import { currentEnvelope, openKeys, type Resumption } from './resumption.ts'

/** The pages that the returning browser can still show. */
type ResumeOptions = Pick<ExecuteOptions<CardContext>, 'endsAtDecline'>

/**
 * The step as it was when the bank was queried, or the attempt compared: a result applies to no later round and no
 * later attempt.
 */
interface SeenStep {
  readonly open: Execution
  readonly step: BrowserStep
}

/** The interval at which the 3DS server is queried for a due result. */
const RESULT_INTERVAL_MS = 250

/**
 * Takes the fingerprint step, once; a later request gets the current envelope.
 *
 * @param attemptId - the attempt that the fingerprint belongs to: repeated after a decline, it must not count for the
 *   next attempt. Null for the full page, which is only shown for the current step.
 */
export async function resumeWithFingerprint(
  ports: CardPorts,
  resumption: Resumption,
  completionIndicator: CompletionIndicator,
  attemptId: string | null = null,
): Promise<Envelope> {
  const { merchantId, id } = resumption.transaction
  const open = await ports.store.findOpen(merchantId, id)
  const isMeant = open !== null && (attemptId === null || open.attempt.id === attemptId)
  if (!isMeant || open.pendingAuthentication.step !== 'FINGERPRINT') return currentEnvelope(ports, resumption)
  const take = (progress: Progress): ThreeDsStep => ({ kind: 'authenticate', progress, completionIndicator })
  // A full page that came from a merchant's form has left that form.
  const isFormGone = attemptId === null && resumption.transaction.integration !== 'HOSTED_PAYMENT_PAGE'
  if (open.attempt.status === 'CONFIRMING') {
    const brought = { kind: 'fingerprint', completionIndicator } as const
    return continueConfirmed(ports, resumption, open, brought, { endsAtDecline: isFormGone })
  }
  return resume(ports, resumption, { open, step: 'FINGERPRINT' }, take, { endsAtDecline: isFormGone })
}

/**
 * Records that the browser returned from the running challenge: its result is now due soon. A further round starts
 * because the previous one ended with C. Another C from the browser is a reload or a retry: a genuine second C has
 * its result at the gateway before the browser returns.
 */
export async function recordChallengeEnd(
  ports: CardPorts,
  { pendingAuthentication, attempt }: Execution,
  transStatus: string | null,
): Promise<void> {
  if (pendingAuthentication.step !== 'CHALLENGE' || attempt.status === 'CONFIRMING') return
  const isRepeated = transStatus === 'C' && threeDsOf(attempt).round > 1
  if (isRepeated) return
  await ports.store.recordChallengeResponse(attempt, ports.clock.now())
}

/**
 * Takes the challenge step when the challenge has ended. What the browser or the merchant reports is only a hint: the
 * stored result of the ACS decides, and without a result or a CRes the challenge continues.
 *
 * @see docs/protocol/three-ds.md#finalising
 */
export async function resumeAfterChallenge(
  ports: CardPorts,
  resumption: Resumption,
  options: ResumeOptions = {},
): Promise<Envelope> {
  const { merchantId, id } = resumption.transaction
  const open = await ports.store.findOpen(merchantId, id)
  if (open === null || open.pendingAuthentication.step !== 'CHALLENGE')
    return currentEnvelope(ports, resumption)
  // No 3DS server knows the result: what the shopper brings goes to the provider.
  if (open.attempt.status === 'CONFIRMING') return currentEnvelope(ports, resumption)

  const result = await readResult(ports, open)
  if (result === null && threeDsOf(open.attempt).cresReceivedAtMs === null)
    return currentEnvelope(ports, resumption)

  const take = async (progress: Progress) =>
    stepAfterChallenge(progress, result ?? (await awaitResult(ports, progress)))
  return resume(ports, resumption, { open, step: 'CHALLENGE' }, take, options)
}

async function resume(
  ports: CardPorts,
  resumption: Resumption,
  seen: SeenStep,
  take: (progress: Progress) => ThreeDsStep | Promise<ThreeDsStep>,
  options: ResumeOptions = {},
): Promise<Envelope> {
  const progress = await takeStep(ports, resumption, seen)
  if (progress === null) return currentEnvelope(ports, resumption)
  return execute(ports, createCardFlow(ports), progress, {
    sessionId: progress.sessionId,
    ...options,
    first: async () => runThreeDs(ports, await take(progress)),
    onConcurrentUpdate: () => currentEnvelope(ports, resumption),
  })
}

/** Takes the step of an execution by compare-and-set and opens the card; null when another request was faster. */
async function takeStep(
  ports: CardPorts,
  resumption: Resumption,
  { open, step }: SeenStep,
): Promise<Progress | null> {
  const keys = await openKeys(ports, resumption, open)
  if (keys === null) return null

  const { card, ...sealed } = openSealed(keys.dataKey, open)
  if (card === null) throw new Error(`Transaction ${open.transaction.id} waits without its card`)
  const taken = await move(ports, open, {
    cause: 'three-ds',
    to: { step: 'WORKING', takenStep: step, leaseUntilMs: ports.clock.now() + LEASE_MS },
  })
  if (taken === null) return null
  return {
    ...taken,
    ...sealed,
    card,
    keys,
    rules: await ports.findTerminalRules(open.transaction.merchantId, open.transaction.terminalId),
    // A shopper with a proof is not sent to a bank.
    proof: null,
    // Charges that the merchant starts wait for no browser.
    firstAuthentication: null,
  }
}

/** Waits for the result of a challenge whose CRes has arrived; null when it stays away. */
async function awaitResult(ports: CardPorts, progress: Progress): Promise<ChallengeResult | null> {
  const { cresReceivedAtMs } = threeDsOf(progress.attempt)
  const giveUpAtMs = (cresReceivedAtMs ?? ports.clock.now()) + LIMITS.RESULT_REQUEST_GRACE_SECONDS * 1000
  for (;;) {
    const result = await readResult(ports, progress)
    if (result !== null || ports.clock.now() >= giveUpAtMs) return result
    await ports.timers.sleep(RESULT_INTERVAL_MS)
  }
}

/** Returns the letter that the 3DS server has stored for the running challenge; null while it has none. */
export async function readTransStatus(ports: CardPorts, open: Execution): Promise<TransStatus | null> {
  if (open.pendingAuthentication.step !== 'CHALLENGE' || open.attempt.status === 'CONFIRMING') return null
  const result = await readResult(ports, open)
  return result?.kind === 'completed' ? result.transStatus : null
}

/**
 * Reads the result of the running challenge from the 3DS server, or else the one that was stored while the challenge
 * ran. Null while none is known.
 */
async function readResult(
  { threeDsServers, challengeResults }: CardPorts,
  { attempt }: Pick<Execution, 'attempt'>,
): Promise<ChallengeResult | null> {
  const { merchantId, transactionId, id: attemptId } = attempt
  const { serverId, threeDsServerTransId, round } = threeDsOf(attempt)
  const challenge = { transactionId, threeDsServerTransId, round }
  return (
    (await threeDsServers.find(serverId).readChallengeResult(challenge)) ??
    challengeResults.find({ merchantId, attemptId, round, threeDsServerTransId })
  )
}
