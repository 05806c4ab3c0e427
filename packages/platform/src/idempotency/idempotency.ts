import { LIMITS } from '@sluice/types/vocabulary'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Timers } from '../kernel/timers.ts'
import { deriveKey, hmacBase64Url, openBytes, sealBytes, sha256Base64Url } from '../crypto/aead.ts'
import type { Sealer } from '../secrets/sealer.ts'
import type { AnswerRecords, Claim } from './answer-records.ts'

/** A request that its sender gave a name, so that it happens once however often it arrives. */
export interface NamedRequest {
  readonly merchantId: string
  readonly method: string
  /** The template that the request's path matched, such as `/api/sessions/{id}`. */
  readonly route: string
  /** The decoded parameters of the path: one request may be written in several ways. */
  readonly params: Readonly<Record<string, string>>
  /** The header's value. */
  readonly key: string
  /** The unchanged bytes of the body. */
  readonly body: Uint8Array
}

/** A stored answer. */
export interface StoredAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export type OnceResult =
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
  | { readonly kind: 'other_body' }

/** Runs named requests once. @see docs/protocol/errors-and-limits.md#idempotency */
export interface Idempotency {
  /**
   * Runs the request, or gives what it answered before.
   *
   * Only successes are kept. Every other answer and every error of `run` releases the name.
   *
   * @param run - gets a key of name and body, which is the same whenever this exact request is repeated: it can mark
   * its rows with it, so that a run after a crash finds what the first one did.
   */
  once(request: NamedRequest, run: (requestKey: string) => Promise<StoredAnswer>): Promise<OnceResult>
  /** Ends the leases of processes that cannot be alive. */
  endLeases(): Promise<void>
  /** Deletes expired answers. Returns how many. */
  purgeOld(): Promise<number>
}

/** A process that died is believed to work for this long. */
const LEASE_MS = 30_000
/** Two renewals may fail before the lease is lost. */
const RENEWAL_MS = 10_000
/** Most requests end within a second. */
const RUNNING_RETRY_SECONDS = 1
const LIFETIME_MS = LIMITS.IDEMPOTENCY_KEY_LIFETIME_DAYS * 86_400_000

const SEAL_PURPOSE = 'stored answer'

export interface IdempotencyPorts {
  readonly records: AnswerRecords
  /** Keys the look-up hashes: without it, the key or body of a row cannot be guessed. It never changes. */
  readonly lookupKey: Secret<Uint8Array>
  /** Encrypts the responses again, under the master key. */
  readonly sealer: Sealer
  /** Real time: leases are about processes, and keys about retries of the merchant's. */
  readonly realTime: Clock
  readonly random: Random
  readonly timers: Timers
  /** Reports a failure after a response that was sent nevertheless. */
  readonly onError: (error: unknown) => void
}

export function createIdempotency(ports: IdempotencyPorts): Idempotency {
  const { records, realTime, random } = ports
  return {
    async once(request, run) {
      const nowMs = realTime.now()
      const claim: Claim = {
        merchantId: request.merchantId,
        name: hmacBase64Url(ports.lookupKey.reveal(), 'name', describeName(request)),
        bodyLookup: hmacBase64Url(ports.lookupKey.reveal(), 'body', request.body),
        claimId: random.uuid(),
        leaseUntilMs: nowMs + LEASE_MS,
        createdAtMs: nowMs,
      }
      const claimed = await records.claim(claim)
      switch (claimed.kind) {
        case 'taken':
          return { kind: 'answered', answer: await runClaimed(ports, claim, request, run) }
        case 'running':
          return { kind: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
        case 'other_body':
          return { kind: 'other_body' }
        case 'answered':
          return { kind: 'answered', answer: openAnswer(ports, request, claim, claimed.sealed) }
      }
    },
    endLeases: () => records.endLeases(),
    purgeOld: () => records.purgeOlderThan(realTime.now() - LIFETIME_MS),
  }
}

async function runClaimed(
  ports: IdempotencyPorts,
  claim: Claim,
  request: NamedRequest,
  run: (requestKey: string) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const ended = new AbortController()
  void keepLease(ports, claim, ended.signal)
  try {
    const answer = await run(sha256Base64Url(claim.name, claim.bodyLookup))
    const isSuccess = answer.status >= 200 && answer.status < 300
    // The request was executed: it is better to send a response that cannot be stored than to withhold it.
    await attempt(ports, () =>
      isSuccess
        ? ports.records.keep(claim, sealAnswer(ports, request, claim, answer))
        : ports.records.release(claim),
    )
    return answer
  } catch (error) {
    await attempt(ports, () => ports.records.release(claim))
    throw error
  } finally {
    ended.abort()
  }
}

/** A handler that waits for a slow provider is no dead one. */
async function keepLease(ports: IdempotencyPorts, claim: Claim, ended: AbortSignal): Promise<void> {
  for (;;) {
    await ports.timers.sleep(RENEWAL_MS, ended)
    if (ended.aborted) return
    await attempt(ports, () => ports.records.renew(claim, ports.realTime.now() + LEASE_MS))
  }
}

async function attempt(ports: IdempotencyPorts, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ports.onError(error)
  }
}

/** Returns the name of a merchant's request. Parameters are sorted, so that one request has one name. */
function describeName({ merchantId, method, route, params, key }: NamedRequest): string {
  const places = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([merchantId, method, route, places, key])
}

/**
 * Answers hold handles that open what waits for a challenge, so the table must not open them. Body and key are with the
 * sender alone; both may be guessed, an order number for one, so the result is sealed again under the master key.
 */
function keyOf({ body, key }: NamedRequest): Buffer {
  return deriveKey(body, SEAL_PURPOSE, Buffer.from(key, 'utf8'))
}

function sealAnswer(
  { random, sealer }: IdempotencyPorts,
  request: NamedRequest,
  claim: Claim,
  answer: StoredAnswer,
): Buffer {
  const text = Buffer.from(JSON.stringify(answer), 'utf8')
  return sealer.seal(storedAnswerPurpose(claim), sealBytes(keyOf(request), text, aadOf(claim), random))
}

function openAnswer(
  { sealer }: IdempotencyPorts,
  request: NamedRequest,
  claim: Claim,
  sealed: Uint8Array,
): StoredAnswer {
  const inner = sealer.open(storedAnswerPurpose(claim), sealed)
  return JSON.parse(openBytes(keyOf(request), inner, aadOf(claim)).toString('utf8')) as StoredAnswer
}

/** Returns the purpose for which the outer layer of a stored response is sealed. */
export function storedAnswerPurpose({ merchantId, name }: Pick<Claim, 'merchantId' | 'name'>): string {
  return `stored-answer/${merchantId}/${name}`
}

function aadOf({ merchantId, name }: Claim): string {
  return `${merchantId} ${name}`
}
