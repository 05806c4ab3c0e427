import { callPortal } from '../act-as-person.ts'
import { CommandRefusal, EXIT } from '../exit-codes.ts'
import { fetchPortal } from '../fetch-portal.ts'

/** The data that a person needs to approve the sign-in. */
export interface ShownCode {
  readonly url: string
  readonly code: string
  readonly expiresInSeconds: number
}

export interface DeviceSignInRequest {
  readonly portalUrl: string
  /** The name of the program that the person is shown. */
  readonly name: string
  readonly show: (code: ShownCode) => void
  readonly wait: (ms: number) => Promise<void>
}

export interface DeviceToken {
  readonly token: string
  readonly expiresInSeconds: number
}

interface Started {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

/** RFC 8628 §3.5: the interval grows by this each time the portal requests it. */
const SLOWER_BY_SECONDS = 5

const ENDS: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was denied at the portal.',
  expired_token: 'Nobody approved the sign-in in time. Start again.',
  invalid_grant: 'The sign-in has expired at the portal. Start again.',
}

/**
 * Signs in a program without a browser: a person approves in any browser, also on another machine (RFC 8628).
 *
 * @throws {CommandRefusal} when that is denied, comes too late, or no portal answers.
 */
export async function signInDevice({
  portalUrl,
  name,
  show,
  wait,
}: DeviceSignInRequest): Promise<DeviceToken> {
  const begun = await ask(portalUrl, '/devices', { name })
  if (begun === null) throw new CommandRefusal(`No portal responds at ${portalUrl}.`, EXIT.unreached)
  if (begun.status !== 200) throw refusalOfBeginning(portalUrl, begun.status)
  const started = begun.body as Started
  show({
    url: started.verification_uri_complete,
    code: started.user_code,
    expiresInSeconds: started.expires_in,
  })
  let { interval } = started
  for (let waited = 0; waited <= started.expires_in; waited += interval) {
    await wait(interval * 1_000)
    const answer = await ask(portalUrl, '/devices/token', { device_code: started.device_code })
    // A portal that does not respond now may respond to the next attempt.
    if (answer === null || answer.status >= 500) continue
    if (answer.status === 200) {
      const { access_token: token, expires_in: expiresInSeconds } = answer.body as {
        readonly access_token: string
        readonly expires_in: number
      }
      return { token, expiresInSeconds }
    }
    const { error = '' } = answer.body as { readonly error?: string }
    if (error === 'slow_down') interval += SLOWER_BY_SECONDS
    else if (error !== 'authorization_pending')
      throw new CommandRefusal(
        ENDS[error] ?? `The portal responded with ${answer.status} ${error}.`,
        EXIT.refused,
      )
  }
  throw new CommandRefusal(ENDS['expired_token'] ?? '', EXIT.refused)
}

/** Returns null if nothing responds. */
async function ask(portalUrl: string, path: string, body: unknown) {
  try {
    const response = await fetchPortal(callPortal(portalUrl, path, { method: 'POST', body }))
    return { status: response.status, body: (await response.json().catch(() => ({}))) as unknown }
  } catch {
    return null
  }
}

function refusalOfBeginning(portalUrl: string, status: number): CommandRefusal {
  const why =
    status === 429
      ? 'Too many sign-ins are waiting for approval. Try again in ten minutes.'
      : `${portalUrl} responded with ${status}: use the address of the portal that the gateway prints when it starts.`
  return new CommandRefusal(why, EXIT.refused)
}
