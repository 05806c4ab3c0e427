import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'

import type { DeliveryQueue } from './delivery-queue.ts'
import type { AttemptRecord, ClaimedDelivery, Endpoint, DeliveryVerdict } from './delivery.ts'
import { isTaken, classifyAttempt } from './classify-attempt.ts'
import { type FaultRolls, planFaults, rollSeeded } from './plan-faults.ts'
import type { PostAnswer, PostWebhook } from './post-webhook.ts'

/** Returns the three headers of Standard Webhooks 1.0. */
export type SignWebhook = (
  body: string,
  options: {
    readonly id: string
    readonly nowMs: number
    readonly secrets: readonly string[]
    readonly signingKey?: string
  },
) => {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

export interface SendPorts {
  readonly queue: DeliveryQueue
  readonly post: PostWebhook
  readonly sign: SignWebhook
  readonly clock: Clock
  readonly realTime: Clock
  readonly random: Random
}

/** The result of a delivery, for logs and metrics. */
export interface SendReport {
  readonly delivery: ClaimedDelivery
  /** SENT when a request went out, or should have. */
  readonly kind: 'SENT' | 'DROPPED' | 'POSTPONED' | 'GIVEN_BACK'
  /** The attempt of the first copy; null if nothing was sent. */
  readonly attempt: AttemptRecord | null
  readonly verdict: DeliveryVerdict | null
  /** Whether the verdict disabled the subscription. */
  readonly disabled: boolean
  /** The time at which it becomes due again; null for never. */
  readonly nextAtMs: number | null
}

const USER_AGENT = 'pgw-webhooks/1'
const DROPPED = 'not sent: the laboratory dropped it'

/**
 * Sends a delivery and stores its result. When the signal aborts the delivery is given back as if it had not
 * been tried.
 */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  { queue, post, sign, clock, realTime, random }: SendPorts,
  { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal: AbortSignal },
): Promise<SendReport> {
  const { revision } = endpoint
  const plan = planFor(delivery, endpoint, random)
  if (plan.kind === 'postpone') {
    const nowMs = clock.now()
    const nextAtMs = nowMs + plan.byMs
    await queue.postpone(delivery, { untilMs: nextAtMs, nowMs })
    return { delivery, kind: 'POSTPONED', attempt: null, verdict: null, disabled: false, nextAtMs }
  }
  if (plan.kind === 'drop') {
    const attempt = describeAttempt(clock.now(), 0, null, DROPPED)
    const verdict: DeliveryVerdict = { status: 'DELIVERED', nextAtMs: null, disable: null }
    await queue.record(delivery, { attempts: [attempt], verdict, nowMs: clock.now(), revision })
    return { delivery, kind: 'DROPPED', attempt, verdict, disabled: false, nextAtMs: null }
  }

  const send = async () => {
    const startedAtMs = clock.now()
    // Real time, and of this attempt: receivers turn old signatures away.
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': USER_AGENT,
      ...sign(delivery.payload, {
        id: delivery.eventId,
        nowMs: realTime.now(),
        secrets: endpoint.secrets.map((secret) => secret.reveal()),
        ...(endpoint.signingKey && { signingKey: endpoint.signingKey.reveal() }),
      }),
    }
    const message = { url: endpoint.url, headers, body: delivery.payload }
    const { answer, error } = await post(message, { deadlineMs, signal }).then(
      (given) => ({ answer: given, error: describeFailure(given) }),
      (reason: unknown) => ({ answer: null, error: reason instanceof Error ? reason.message : 'no answer' }),
    )
    return { answer, record: describeAttempt(startedAtMs, clock.now() - startedAtMs, answer, error) }
  }
  // Sent concurrently, so that two copies take no longer than one and end within the lease.
  const copies = await Promise.all(Array.from({ length: plan.copies }, send))
  const [first] = copies
  if (!first || (signal.aborted && first.answer === null)) {
    await queue.release([delivery])
    return { delivery, kind: 'GIVEN_BACK', attempt: null, verdict: null, disabled: false, nextAtMs: null }
  }
  const nowMs = clock.now()
  const verdict = classifyAttempt(first.answer, {
    tries: delivery.tries,
    failingSinceMs: endpoint.failingSinceMs,
    nowMs,
    realNowMs: realTime.now(),
    die: roll(random),
  })
  const attempts = copies.map(({ record }) => record)
  const { disabled } = await queue.record(delivery, { attempts, verdict, nowMs, revision })
  return { delivery, kind: 'SENT', attempt: first.record, verdict, disabled, nextAtMs: verdict.nextAtMs }
}

/** Faults are injected only into the very first attempt: retries and replays succeed. */
function planFor({ attempts, eventId, wasPostponed }: ClaimedDelivery, endpoint: Endpoint, random: Random) {
  const { laboratory } = endpoint
  if (laboratory === null || attempts > 0) return { kind: 'send', copies: 1 } as const
  const rolls: FaultRolls =
    laboratory.seed === null
      ? [roll(random), roll(random), roll(random), roll(random)]
      : rollSeeded(laboratory.seed, eventId)
  return planFaults(laboratory, rolls, { wasPostponed })
}

/** A random number from 0 up to, but not including, 1. */
function roll(random: Random): number {
  return Buffer.from(random.bytes(4)).readUInt32BE() / 2 ** 32
}

function describeFailure(answer: PostAnswer): string | null {
  return isTaken(answer) ? null : `answered ${answer.status}`
}

function describeAttempt(
  startedAtMs: number,
  durationMs: number,
  answer: PostAnswer | null,
  error: string | null,
): AttemptRecord {
  const responseExcerpt = answer?.excerpt ? answer.excerpt : null
  return { startedAtMs, durationMs, status: answer?.status ?? null, error, responseExcerpt }
}
