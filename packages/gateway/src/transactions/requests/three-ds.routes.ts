import type { CompleteAuthenticationRequest, RequestAuthenticationRequest } from '@sluice/types'
import { uuidOf } from '../execution/key-for.ts'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

import { decodeFingerprintResult } from '../../three-ds/index.ts'
import type { Envelope } from '../execution/envelope.ts'
import { toWireEnvelope } from '../answer/transaction.wire.ts'
import {
  recordChallengeEnd,
  resumeAfterChallenge,
  resumeWithFingerprint,
} from '../card/resume-authorization.ts'
import { continueConfirmed } from '../card/continue-confirmed.ts'
import { currentEnvelope, findResumption, type Resumption } from '../card/resumption.ts'
import type { Execution } from '../execution/execution-records.ts'
import type { CardPorts } from '../card/card-context.ts'

/** Serves the two 3DS endpoints of merchants' servers. @see docs/protocol/three-ds.md#three-ds */
export function registerThreeDs(server: HttpServer, ports: CardPorts): void {
  registerEndpoint(server, 'requestAuthentication', async ({ params, body, caller }) => {
    const resumption = await findOwned(ports, body.payment_data, {
      merchantId: caller.merchantId,
      sessionHash: null,
    })
    return answer(await requestAuthentication(ports, resumption, params.threeDsServerTransId, body))
  })
  registerEndpoint(server, 'completeAuthentication', async ({ body, caller }) => {
    const resumption = await findOwned(ports, body.payment_data, {
      merchantId: caller.merchantId,
      sessionHash: null,
    })
    return answer(await completeAuthentication(ports, resumption, body))
  })
}

/** Goes on after the fingerprint; repeated, it gives the envelope as it stands. */
export async function requestAuthentication(
  ports: CardPorts,
  resumption: Resumption,
  threeDsServerTransId: string,
  body: RequestAuthenticationRequest,
): Promise<Envelope> {
  const indicator = decodeFingerprintResult(body.fingerprint_result)
  if (indicator === null) {
    const property = 'fingerprint_result'
    throw validationRefusal([{ property, message: 'has an invalid format', params: [property] }])
  }
  const { merchantId, id } = resumption.transaction
  const attemptId = await ports.store.findAuthentication(merchantId, id, threeDsServerTransId)
  if (attemptId === null) throw unknownPaymentData()
  return resumeWithFingerprint(ports, resumption, indicator, attemptId)
}

/** Goes on after the challenge; on a final transaction it gives the result again. */
export async function completeAuthentication(
  ports: CardPorts,
  resumption: Resumption,
  body: CompleteAuthenticationRequest,
  sessionId: string | null = null,
): Promise<Envelope> {
  const { merchantId, id, notificationUrl } = resumption.transaction
  const open = await ports.store.findOpen(merchantId, id)
  const openId = open && uuidOf(open.attempt.id)
  const authenticated = await ports.store.findAuthentication(merchantId, id, body.session_id)
  const named =
    body.session_id === (sessionId ?? uuidOf(resumption.stored.attemptId)) ||
    body.session_id === openId ||
    authenticated !== null
  if (!named) throw unknownPaymentData()
  // With a notification URL of the merchant's own the CRes went there, and this call is how we learn of it.
  const meant = authenticated ?? body.session_id
  if (notificationUrl !== null && open !== null && [open.attempt.id, openId].includes(meant)) {
    const { attempt } = open
    if (attempt.status === 'CONFIRMING') return continueWithStatus(ports, resumption, open, body.trans_status)
    await recordChallengeEnd(ports, open, body.trans_status)
  }
  return resumeAfterChallenge(ports, resumption)
}

/** The merchant's page received the CRes: the provider that authenticates by itself is told its letter. */
function continueWithStatus(
  ports: CardPorts,
  resumption: Resumption,
  open: Execution,
  transStatus: string,
): Promise<Envelope> {
  // The round that ended with C is over: the merchant repeats its call.
  const isRepeated = transStatus === 'C' && (open.attempt.authentication?.round ?? 0) > 1
  if (open.continuation.step !== 'CHALLENGE' || isRepeated) return currentEnvelope(ports, resumption)
  return continueConfirmed(ports, resumption, open, { kind: 'challenge', cres: null, transStatus })
}

/** Finds the transaction of a `payment_data` that belongs to the caller (and, in a browser, to its session). */
export async function findOwned(
  ports: CardPorts,
  paymentData: string,
  owner: { readonly merchantId: string; readonly sessionHash: string | null },
): Promise<Resumption> {
  const resumption = await findResumption(ports, paymentData)
  const transaction = resumption?.transaction
  if (
    !resumption ||
    transaction?.merchantId !== owner.merchantId ||
    transaction.sessionHash !== owner.sessionHash ||
    resumption.stored.kind !== 'PAYMENT_DATA'
  ) {
    throw unknownPaymentData()
  }
  return resumption
}

function unknownPaymentData() {
  const property = 'payment_data'
  return validationRefusal([{ property, message: 'Authentication session not found', params: [property] }])
}

function answer(envelope: Envelope) {
  return { status: 200, body: toWireEnvelope(envelope) }
}
