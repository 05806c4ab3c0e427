import type { ActionRequired, ClientEnvelope } from '@sluice/types'
import {
  DEFAULT_CHALLENGE_WINDOW_SIZE,
  FINGERPRINT_RESULTS,
  TRANS_STATUSES,
  type CompletionIndicator,
} from '@sluice/types/vocabulary'
import type { CardToThreeDs } from '../protocol/messages.ts'
import { decodeActionToken } from '../three-ds/action-token.ts'
import type { ApiAnswer, ClientApi } from './client-api.ts'
import type { Connection } from './connection.ts'
import type { AddressResolver } from './reach.ts'
import type { RunningStep } from './step-memory.ts'
import type { OpenSurface, Surfaces } from './surfaces.ts'

export interface StepPorts {
  readonly api: ClientApi
  readonly surfaces: Surfaces
  readonly connection: Connection
  readonly reach: AddressResolver
  readonly wait: (ms: number) => Promise<void>
}

/**
 * The result of a step. `lost`: no usable result came back, but the payment may still run; `not_shown`: the bank's
 * page cannot be shown in a frame, or the merchant's page could not open one.
 */
export type StepOutcome = ClientEnvelope | 'lost' | 'not_shown'

/**
 * A phone that changes networks is back within four seconds. A gateway restart may take most of a minute, and the
 * gateway does not complete the payment until it is asked.
 */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, ...Array<number>(10).fill(5_000)]

/** After this time, a shopper who reloads the bank's page is informed that the gateway does not respond. */
const RELOAD_PATIENCE_MS = 10_000

/** Executes one step of 3-D Secure in the shopper's browser and requests the next one from the gateway. */
export function takeStep(ports: StepPorts, { envelope, paymentData }: RunningStep): Promise<StepOutcome> {
  const { action } = envelope
  return action?.type === 'THREE_DS_2_FINGERPRINT'
    ? takeFingerprint(ports, action)
    : takeChallenge(ports, envelope, paymentData)
}

async function takeFingerprint(
  { api, surfaces, reach, wait }: StepPorts,
  action: ActionRequired,
): Promise<StepOutcome> {
  const token = decodeActionToken(action.token)
  const indicator = await runMethod(surfaces, reach, token)
  surfaces.close('hidden')
  return retry(wait, () =>
    api.requestAuthentication(token.three_ds_server_trans_id, {
      fingerprint_result: FINGERPRINT_RESULTS[indicator],
      payment_data: action.payment_data,
    }),
  )
}

/** Runs the 3DS Method, which never stops a payment: without it, the issuer only has less data. */
async function runMethod(
  surfaces: Surfaces,
  reach: AddressResolver,
  token: ReturnType<typeof decodeActionToken>,
): Promise<CompletionIndicator> {
  if (token.three_ds_method_url === null) return 'U'
  const surface = await surfaces.open('hidden', DEFAULT_CHALLENGE_WINDOW_SIZE)
  const end = await surface?.show({
    type: 'fingerprint',
    methodUrl: await reach.addressOf(token.three_ds_method_url),
    threeDsServerTransId: token.three_ds_server_trans_id,
    notificationUrl: token.three_ds_method_notification_url ?? '',
  })
  return end?.type === 'fingerprint-done' && end.completed ? 'Y' : 'N'
}

async function takeChallenge(
  { api, surfaces, connection, reach, wait }: StepPorts,
  envelope: ClientEnvelope,
  paymentData: string | null,
): Promise<StepOutcome> {
  if (envelope.redirect?.full_page) return 'not_shown'
  const token = envelope.action && decodeActionToken(envelope.action.token)
  const surface = await openDialog(surfaces, connection, token?.challenge_window_size)
  const page = surface && (await bankPage(envelope, surface, reach))
  if (!page) return 'not_shown'
  const sessionId = (envelope.action ?? envelope.redirect ?? envelope.form_submit)?.session_id
  const complete =
    paymentData !== null &&
    sessionId !== undefined &&
    ((transStatus: string) =>
      api.completeAuthentication({
        payment_data: paymentData,
        session_id: sessionId,
        // This is a hint, because the gateway trusts only the ACS's message to its 3DS server.
        trans_status: TRANS_STATUSES.find((known) => known === transStatus) ?? 'U',
      }))

  let end = await surface.show(page)
  while (end.type === 'reload') {
    // The bank may have confirmed already. If not, the answer is the same step again.
    const known = await Promise.race([
      complete ? complete('U') : askWhetherItRuns(api, envelope),
      wait(RELOAD_PATIENCE_MS),
    ])
    if (known?.kind === 'ok') return known.body
    end = await surface.show({ type: 'stay' })
  }
  const transStatus = end.type === 'challenge-done' ? end.transStatus : 'U'
  surfaces.announce?.(transStatus)
  return complete ? retry(wait, () => complete(transStatus)) : 'lost'
}

/** Without a connection, neither a dialog nor another page can load, so the connection is awaited. */
async function openDialog(
  surfaces: Surfaces,
  connection: Connection,
  windowSize: string = DEFAULT_CHALLENGE_WINDOW_SIZE,
): Promise<OpenSurface | null> {
  for (;;) {
    const surface = await surfaces.open('dialog', windowSize)
    if (surface !== null || connection.isOnline()) return surface
    await connection.back()
  }
}

/** The step has no continuation. The status shows how an ended payment ended. */
async function askWhetherItRuns(
  api: ClientApi,
  envelope: ClientEnvelope,
): Promise<ApiAnswer<ClientEnvelope>> {
  const answer = await api.getStatus()
  const runs = answer.kind === 'ok' && answer.body.status === 'PENDING'
  return runs ? { kind: 'ok', body: envelope } : { kind: 'offline' }
}

/** Delivers a challenge in one of three ways. @see docs/protocol/three-ds.md#challenge */
async function bankPage(
  { action, redirect, form_submit: form }: ClientEnvelope,
  surface: OpenSurface,
  reach: AddressResolver,
): Promise<CardToThreeDs | null> {
  if (redirect) return { type: 'redirect', url: await reach.addressOf(redirect.url) }
  if (form) return { type: 'form', url: await reach.addressOf(form.url), fields: form.data }
  if (!action) return null
  const token = decodeActionToken(action.token)
  return {
    type: 'challenge',
    acsUrl: await reach.addressOf(token.acs_url ?? ''),
    acsTransId: token.acs_trans_id ?? '',
    threeDsServerTransId: token.three_ds_server_trans_id,
    messageVersion: token.message_version,
    windowSize: surface.windowSize,
  }
}

/** Both calls return the same answer if they are repeated. */
async function retry(
  wait: StepPorts['wait'],
  call: () => Promise<ApiAnswer<ClientEnvelope>>,
): Promise<ClientEnvelope | 'lost'> {
  for (const delayMs of [...RETRY_DELAYS_MS, null]) {
    const answer = await call()
    if (answer.kind === 'ok') return answer.body
    const mayPass = answer.kind === 'offline' || answer.status === 429 || answer.status >= 500
    if (!mayPass || delayMs === null) break
    await wait(delayMs)
  }
  return 'lost'
}
