import type { AuthenticationAnswerMessage } from '@sluice/provider-protocol'

import { answer, type Step, type StepContext, unknown } from '../kit/step.ts'
import type { ThreeDsMessages } from '../kit/three-ds-call.ts'
import { callServer } from './call-server.ts'
import { AUTHENTICATION_ERRORS } from './error-codes.ts'
import { type EmvMembers, textOf } from './read-message.ts'
import { readOutcome } from './read-outcome.ts'
import { isUnwritable, writeAreq } from './write-areq.ts'

type Message = ThreeDsMessages['authenticate']

/** `/auth`: sends the AReq and reads the ARes. */
export function authenticate(message: Message, context: StepContext): Step<AuthenticationAnswerMessage> {
  const areq = writeAreq(message)
  if (isUnwritable(areq)) return answer({ result: areq.cannot, reason: areq.reason })
  return callServer<AuthenticationAnswerMessage>(
    {
      name: 'authenticate',
      path: '/auth',
      body: areq,
      messageType: 'ARes',
      threeDsServerTransId: message.three_ds_server_trans_id,
      read: (ares) => readAres(ares, message),
      readError: ({ code, isUnknownId, reason }) =>
        answer({ result: isUnknownId ? 'EXPIRED' : (AUTHENTICATION_ERRORS[code] ?? 'ERROR'), reason }),
    },
    context,
  )
}

function readAres(ares: EmvMembers, message: Message): Step<AuthenticationAnswerMessage> {
  if (ares['messageVersion'] !== message.message_version) return unknown('ARes of another version')
  const outcome = readOutcome(ares)
  if (outcome === null) return unknown('ARes without a status')
  // A charge that the merchant starts has no cardholder for a challenge, and no page.
  if (outcome.trans_status !== 'C' || message.device_channel === '03')
    return answer({ result: 'AUTHENTICATED', ...outcome })
  const { acs_trans_id, ds_trans_id } = outcome
  const acsUrl = textOf(ares, 'acsURL')
  if (acsUrl === null || acs_trans_id === null) return unknown('a challenge without its page or its id')
  return answer({ result: 'CHALLENGE', acs_trans_id, acs_url: acsUrl, ds_trans_id, delivery: 'ACTION' })
}
