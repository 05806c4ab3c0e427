import type { ClientEnvelope, ClientSessionStatus, ClientTransaction } from '@sluice/types'
import { DEFAULT_CHALLENGE_WINDOW_SIZE } from '@sluice/types/vocabulary'
import type { PaymentAnswer } from '../protocol/messages.ts'
import { failure, type Ending } from './ending.ts'
import type { RunningStep, StepMemory } from './step-memory.ts'
import { takeStep, type StepPorts } from './take-step.ts'
import { watchStatus } from './watch-status.ts'

export interface FollowPorts extends StepPorts {
  readonly memory: StepMemory
}

export interface FollowedPayment {
  readonly ended: Promise<Ending>
  /** Requests the cancellation. */
  cancel(): Promise<boolean>
}

/** The time for six providers in turn, each with a fingerprint and two challenges, and a margin. */
const STEPS_MAX = 24
/** How long an outcome is awaited if there is no next step. After that, the merchant's webhook receives it. */
const OUTCOME_GRACE_MS = 60_000

/**
 * Follows a payment to its end, step by step, while it polls the status. Whichever knows first wins.
 *
 * @param step - The step to begin with; null when it is not known here (another tab began the payment).
 */
export function followPayment(ports: FollowPorts, step: RunningStep | null): FollowedPayment {
  const { api, memory, surfaces, wait } = ports
  const run: Run = { transactionId: step && transactionIdOf(step.envelope), isOver: false }
  // A declined payment sets its session back to CREATED, and its steps contain the reason. So does a decline that
  // requests a correction, which has a code.
  const watch = watchStatus(
    api,
    wait,
    ({ status, processing_code: code }) =>
      status !== 'PENDING' && (step === null || status !== 'CREATED' || code !== null),
  )

  const byStatus = watch.ended.then((status): Ending => {
    if (status === null) return failure('session_not_found')
    if (status.status === 'CREATED' && status.processing_code === null) return failure('request_refused')
    return { kind: 'answer', answer: answerOfStatus(status, run.transactionId) }
  })

  async function settle(): Promise<Ending> {
    if (step === null) {
      // Shows progress, and a way to cancel, without a page of the bank.
      void surfaces
        .open('dialog', DEFAULT_CHALLENGE_WINDOW_SIZE)
        .then((surface) => surface?.show({ type: 'elsewhere' }))
      void watch.look()
      return byStatus
    }
    return Promise.race([byStatus, followSteps(ports, step, run)])
  }

  const ended = settle().then((ending) => {
    run.isOver = true
    watch.stop()
    surfaces.close('hidden')
    surfaces.close('dialog')
    if (ending.kind === 'answer') memory.forget()
    return ending
  })

  return {
    ended,
    async cancel() {
      // A payment that has ended in the meantime is reported with its outcome.
      if (await watch.look()) return true
      await api.cancel()
      return watch.look()
    },
  }
}

interface Run {
  transactionId: string | null
  isOver: boolean
}

const FOREVER = new Promise<never>(() => undefined)

async function followSteps(ports: FollowPorts, first: RunningStep, run: Run): Promise<Ending> {
  const { api, surfaces } = ports
  let { envelope, paymentData } = first
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    run.transactionId = transactionIdOf(envelope)
    if (envelope.result) return toEnding(ports, envelope.result)
    paymentData = envelope.action?.payment_data ?? paymentData
    const step = { envelope, paymentData }
    ports.memory.write(step)
    const outcome = await takeStep(ports, step)
    // The status query was faster, so nothing more may be shown.
    if (run.isOver || outcome === 'lost') break
    if (outcome === 'not_shown') {
      surfaces.leave(api.challengePage)
      // If the page stays nevertheless, the status shows how the payment ends.
      return FOREVER
    }
    envelope = outcome
  }
  await ports.wait(OUTCOME_GRACE_MS)
  return failure('outcome_unknown')
}

async function toEnding(ports: FollowPorts, result: ClientTransaction): Promise<Ending> {
  // The provider has not decided. The status may still change in time.
  if (result.status === 'PENDING') await ports.wait(OUTCOME_GRACE_MS)
  return {
    kind: 'answer',
    answer: {
      approved: result.approved,
      status: result.status,
      processing_code: result.processing_code,
      response_message: result.response_message,
      transaction_id: result.id,
      correctable: result.correctable,
    },
  }
}

/** An open session with a code waits for corrected data. */
export function answerOfStatus(
  { status, processing_code, response_message, transaction_id }: ClientSessionStatus,
  transactionId: string | null = null,
): PaymentAnswer {
  const correctable = status === 'CREATED'
  return {
    approved: status === 'APPROVED',
    status: correctable ? 'DECLINED' : status,
    processing_code,
    response_message,
    transaction_id: transaction_id ?? transactionId,
    correctable,
  }
}

function transactionIdOf({ result, action, redirect, form_submit: form }: ClientEnvelope): string | null {
  return result?.id ?? (action ?? redirect ?? form)?.transaction_id ?? null
}
