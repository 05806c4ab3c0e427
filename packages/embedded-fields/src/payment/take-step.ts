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
import type { RunningStep } from './step-memory.ts'
import type { OpenSurface, Surfaces } from './surfaces.ts'

export interface StepPorts {
  readonly api: ClientApi
  readonly surfaces: Surfaces
  readonly wait: (ms: number) => Promise<void>
}

/**
 * What a step led to. `lost`: nothing came back that could be gone on with, but the payment may still run;
 * `not_shown`: the merchant's page could not open the bank's page.
 */
export type StepOutcome = ClientEnvelope | 'lost' | 'not_shown'

/**
 * A phone that changes networks is back within four seconds. A gateway that is started again may take most of a minute,
 * and until it has been asked it does not finish the payment.
 */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, ...Array<number>(10).fill(5_000)]

/** Takes the shopper's browser through one step of 3-D Secure and asks the gateway what follows. */
export function takeStep(ports: StepPorts, { envelope, paymentData }: RunningStep): Promise<StepOutcome> {
  const { action } = envelope
  return action?.type === 'THREE_DS_2_FINGERPRINT'
    ? takeFingerprint(ports, action)
    : takeChallenge(ports, envelope, paymentData)
}

async function takeFingerprint(
  { api, surfaces, wait }: StepPorts,
  action: ActionRequired,
): Promise<StepOutcome> {
  const token = decodeActionToken(action.token)
  const indicator = await runMethod(surfaces, token)
  surfaces.close('hidden')
  return retry(wait, () =>
    api.requestAuthentication(token.three_ds_server_trans_id, {
      fingerprint_result: FINGERPRINT_RESULTS[indicator],
      payment_data: action.payment_data,
    }),
  )
}

/** The 3DS Method never stops a payment: without it the issuer only knows less. */
async function runMethod(
  surfaces: Surfaces,
  token: ReturnType<typeof decodeActionToken>,
): Promise<CompletionIndicator> {
  if (token.three_ds_method_url === null) return 'U'
  const surface = await surfaces.open('hidden', DEFAULT_CHALLENGE_WINDOW_SIZE)
  const end = await surface?.show({
    type: 'fingerprint',
    methodUrl: token.three_ds_method_url,
    threeDsServerTransId: token.three_ds_server_trans_id,
    notificationUrl: token.three_ds_method_notification_url ?? '',
  })
  return end?.type === 'fingerprint-done' && end.completed ? 'Y' : 'N'
}

async function takeChallenge(
  { api, surfaces, wait }: StepPorts,
  envelope: ClientEnvelope,
  paymentData: string | null,
): Promise<StepOutcome> {
  const token = envelope.action && decodeActionToken(envelope.action.token)
  const surface = await surfaces.open('dialog', token?.challenge_window_size ?? DEFAULT_CHALLENGE_WINDOW_SIZE)
  const page = surface && bankPage(envelope, surface)
  if (!page) return 'not_shown'
  const end = await surface.show(page)
  if (end.type === 'challenge-done') surfaces.announce?.(end.transStatus)
  const sessionId = (envelope.action ?? envelope.redirect ?? envelope.form_submit)?.session_id
  if (paymentData === null || sessionId === undefined) return 'lost'
  return retry(wait, () =>
    api.completeAuthentication({
      payment_data: paymentData,
      session_id: sessionId,
      // A hint: the gateway believes only what the ACS told its 3DS server.
      trans_status:
        TRANS_STATUSES.find((known) => end.type === 'challenge-done' && known === end.transStatus) ?? 'U',
    }),
  )
}

/** The three ways in which a challenge is delivered. @see docs/protocol.md#challenge */
function bankPage(
  { action, redirect, form_submit: form }: ClientEnvelope,
  surface: OpenSurface,
): CardToThreeDs | null {
  if (redirect) return { type: 'redirect', url: redirect.url }
  if (form) return { type: 'form', url: form.url, fields: form.data }
  if (!action) return null
  const token = decodeActionToken(action.token)
  return {
    type: 'challenge',
    acsUrl: token.acs_url ?? '',
    acsTransId: token.acs_trans_id ?? '',
    threeDsServerTransId: token.three_ds_server_trans_id,
    messageVersion: token.message_version,
    windowSize: surface.windowSize,
  }
}

/** Both calls give the same answer when they are made again. */
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
