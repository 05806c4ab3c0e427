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

/** Serves the two 3DS endpoints for merchants' servers. @see docs/protocol/three-ds.md#three-ds */
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

/** Continues after the fingerprint. A repeated call returns the current envelope. */
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

/** Continues after the challenge. For a final transaction it returns the result again. */
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
  // With the merchant's own notification URL the CRes went there, and this call delivers its result.
  const meant = authenticated ?? body.session_id
  if (notificationUrl !== null && open !== null && [open.attempt.id, openId].includes(meant)) {
    const { attempt } = open
    if (attempt.status === 'CONFIRMING') return continueWithStatus(ports, resumption, open, body.trans_status)
    await recordChallengeEnd(ports, open, body.trans_status)
  }
  return resumeAfterChallenge(ports, resumption)
}

/** Forwards the transStatus of the CRes that the merchant's page received to a provider that authenticates itself. */
function continueWithStatus(
  ports: CardPorts,
  resumption: Resumption,
  open: Execution,
  transStatus: string,
): Promise<Envelope> {
  // The round that ended with C has ended, so the merchant has to repeat the call.
  const isRepeated = transStatus === 'C' && (open.attempt.authentication?.round ?? 0) > 1
  if (open.pendingAuthentication.step !== 'CHALLENGE' || isRepeated) return currentEnvelope(ports, resumption)
  return continueConfirmed(ports, resumption, open, { kind: 'challenge', cres: null, transStatus })
}

/** Finds the transaction of a `payment_data` that belongs to the caller and, for a browser, to its session. */
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
