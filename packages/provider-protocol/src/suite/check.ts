import type { CallProvider, ProviderResponse } from './call-provider.ts'
import { earlierCall, type Names } from './earlier-call.ts'
import type { EventReceiver } from './event-receiver.ts'
import type { ProviderProcess } from './provider-process.ts'

/** The environment of a check. */
export interface Bench {
  readonly ask: CallProvider
  /** Null where the suite did not start the provider. */
  readonly process: ProviderProcess | null
  readonly accountId: string
  /** A card that the provider approves, and one that it declines. */
  readonly approvedCard: string
  readonly declinedCard: string
  /** A card of which it approves only a part; null for a provider that always approves all. */
  readonly partialCard: string | null
  /** A card that it answers with 1002, and how long its decision may take; null for a provider that decides at once. */
  readonly pending: { readonly card: string; readonly withinMs: number } | null
  /** A card for which it asks the shopper; null for a provider that does not authenticate. */
  readonly authenticationCard: string | null
  /** Types of orders; empty for a provider of cards only. */
  readonly orderTypes: readonly string[]
  readonly servesCards: boolean
  readonly keepsFences: boolean
  /** Receives the provider's events; null if it is not configured to send any here. */
  readonly events: EventReceiver | null
  readonly prepares: boolean
  /** Whether it verifies cards without an amount. */
  readonly verifies: boolean
  /** The operations that the provider supports after an approval. */
  readonly operations: readonly string[]
  /** Creates a key that was never used. */
  readonly newKey: () => string
}

/** One promise of a provider. */
export interface Check {
  readonly name: string
  /** The page below `docs`, and the heading, that requires it. */
  readonly clause: string
  readonly applies?: (bench: Bench) => boolean
  /** @throws When the promise is broken. {@link CheckFailed} */
  readonly run: (bench: Bench) => Promise<void>
}

/** A broken promise: names the expected and the actual value. */
class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

export function expectThat(holds: boolean, expected: string, told: unknown): asserts holds {
  if (!holds) throw new CheckFailed(`expected ${expected}, got ${JSON.stringify(told)}`)
}

type Answer = Readonly<Record<string, unknown>>

/** Requires status 200 with a JSON object, and returns the object. */
export function expectAnswer(told: ProviderResponse): Answer {
  expectThat(told.status === 200 && told.body !== null, 'status 200 with JSON', told)
  return told.body
}

/**
 * Expects the provider to know the key; returns its outcome.
 *
 * @param names - as an answer gave them; without them, as after an answer that was lost.
 */
export async function expectFound({ ask }: Bench, key: string, names: Names = {}): Promise<Answer> {
  const found = await ask.post('/questions', earlierCall(key, names))
  expectThat(found.body?.['found'] === true, 'found: true', found)
  return expectOutcomeMembers(found.body['outcome'], key)
}

/** Expects that the provider has never seen the key. */
export async function expectNeverSeen({ ask }: Bench, key: string): Promise<void> {
  const { status, body } = await ask.post('/questions', earlierCall(key))
  expectThat(status === 200 && body?.['found'] === false, '200 and found: false', { status, body })
}

/** Returns the names from an answer, as later calls send them back. */
export function namesIn(answer: Answer): Names {
  const { state, refs } = answer as { state?: string | null; refs?: readonly string[] | null }
  return { state: state ?? null, provider_reference: refs?.[0] ?? null }
}

/** Expects valid `state` and `refs` in every answer that may have them. */
export function expectNames(answer: Answer, stateMaxBytes: number): void {
  const { state = null, refs = null } = answer
  const isState = typeof state === 'string' && state !== '' && Buffer.byteLength(state) <= stateMaxBytes
  expectThat(state === null || isState, `state of at most ${stateMaxBytes} bytes, or none`, answer)
  const isRef = (ref: unknown) => isShortText(128)(ref) && ref !== ''
  const areRefs = Array.isArray(refs) && refs.length <= 8 && refs.every(isRef)
  expectThat(refs === null || areRefs, 'at most 8 refs of at most 128 characters, or none', answer)
}

/** Requires an outcome whose members are all as described, and returns it. */
export function expectOutcome(told: ProviderResponse, key: string): Answer {
  return expectOutcomeMembers(expectAnswer(told), key)
}

export function expectOutcomeMembers(value: unknown, key: string): Readonly<Record<string, unknown>> {
  expectThat(typeof value === 'object' && value !== null, 'an outcome', value)
  const outcome = value as Readonly<Record<string, unknown>>
  expectThat(outcome['idempotency_key'] === key, `idempotency_key ${key}`, outcome)
  expectNames(outcome, 2_048)
  for (const [member, isRight] of Object.entries(OUTCOME_MEMBERS)) {
    expectThat(isRight(outcome[member]), `${member} as described`, outcome)
  }
  const { processing_code: code, approved_amount: approved } = outcome
  expectThat((code === '0000') === Number(approved) > 0, 'an approved_amount with 0000 alone', outcome)
  return outcome
}

export function expectApproved(told: ProviderResponse, key: string): Readonly<Record<string, unknown>> {
  const outcome = expectOutcome(told, key)
  expectThat(outcome['processing_code'] === '0000', 'an approval (0000)', outcome)
  return outcome
}

/** Expects a 4xx that says that nothing was and nothing will be executed. */
export function expectRefused(told: ProviderResponse, status?: number): void {
  const isRefusal = told.status >= 400 && told.status < 500 && told.body?.['executed'] === false
  expectThat(
    isRefusal && (status === undefined || told.status === status),
    `a refusal (${status ?? '4xx'}, executed: false)`,
    told,
  )
}

/** Expects a refusal, or an outcome that is not an approval and will not become one. */
export function expectNotApproved(told: ProviderResponse, key: string): void {
  if (told.status !== 200) return expectRefused(told)
  const outcome = expectOutcome(told, key)
  const code = outcome['processing_code']
  expectThat(code !== '0000' && code !== '1002', 'a decline or a refusal', outcome)
}

export function expectSame(first: unknown, second: unknown, what: string): void {
  expectThat(JSON.stringify(first) === JSON.stringify(second), `${what}: ${JSON.stringify(first)}`, second)
}

const isShortText = (maxChars: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= maxChars && !/\p{Cc}/u.test(value)

/** Returns whether a value is a time in RFC 3339. */
export const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.includes('T') &&
  /(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const isMay = (value: unknown): boolean =>
  typeof value === 'object' &&
  ['capture_several', 'increment', 'extend']
    .map((name) => (value as Readonly<Record<string, unknown>>)[name] ?? null)
    .every((told) => told === null || typeof told === 'boolean')

const OUTCOME_MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  account_id: (value) => isShortText(128)(value) && value !== '',
  approved_amount: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
  processing_code: (value) => typeof value === 'string' && /^[0-9]{4}$/.test(value),
  response_code: isShortText(40),
  response_message: isShortText(255),
  approval_code: (value) => value === null || isShortText(40)(value),
  reference_number: (value) => value === null || isShortText(64)(value),
  systan: (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 999_999),
  retryable: (value) => typeof value === 'boolean',
  may: (value) => value === undefined || value === null || isMay(value),
  capture_before: (value) => value === undefined || value === null || isTime(value),
}
