import type { EnrolmentAnswerMessage } from '@sluice/provider-protocol'

import { answer, type Step, type StepContext, unknown } from '../kit/step.ts'
import type { ThreeDsMessages } from '../kit/three-ds-call.ts'
import { callServer } from './call-server.ts'
import { ENROLMENT_ERRORS } from './error-codes.ts'
import { type EmvMembers, isObject, textOf } from './read-message.ts'
import { chooseVersion, type SupportedVersion, type VersionRange } from './versions.ts'

/**
 * Sends `/preauth`, which looks up the card’s range. The 3DS server chooses the directory server: the request names
 * one only for co-branded cards of one scheme.
 */
export function enrol(
  { card }: ThreeDsMessages['enrol'],
  context: StepContext,
): Step<EnrolmentAnswerMessage> {
  return callServer<EnrolmentAnswerMessage>(
    {
      name: 'look the card range up',
      path: '/preauth',
      body: { acctNumber: card.number.reveal() },
      messageType: 'CRD',
      threeDsServerTransId: null,
      read: readCardRange,
      readError: ({ code, threeDsServerTransId, reason }) =>
        answer({
          result: ENROLMENT_ERRORS[code] ?? 'ERROR',
          three_ds_server_trans_id: threeDsServerTransId,
          reason,
        }),
    },
    context,
  )
}

function readCardRange(message: EmvMembers): Step<EnrolmentAnswerMessage> {
  const bank = readRange(message, 'acs')
  const directory = readRange(message, 'ds')
  if (bank === null || directory === null) return unknown('CRD without its versions')
  const assigned = { three_ds_server_trans_id: textOf(message, 'threeDSServerTransID') }
  const version = chooseVersion(bank, directory)
  if (version === null) return answer({ result: 'UNAVAILABLE', ...assigned })
  return answer({
    result: 'ENROLLED',
    ...assigned,
    message_version: version,
    three_ds_method_url: findMethodUrl(message, version),
  })
}

function readRange(message: EmvMembers, side: 'acs' | 'ds'): VersionRange | null {
  const start = textOf(message, `${side}StartProtocolVersion`)
  const end = textOf(message, `${side}EndProtocolVersion`)
  if (start === null || end === null) return null
  const list = message[`${side}ProtocolVersions`]
  const listed = Array.isArray(list)
    ? list.map((entry: unknown) => (isObject(entry) ? entry['version'] : entry))
    : null
  return { start, end, listed: listed?.filter((entry) => typeof entry === 'string') ?? null }
}

/** A bank may collect another fingerprint for each version. */
function findMethodUrl(message: EmvMembers, version: SupportedVersion): string | null {
  const list = message['acsProtocolVersions']
  const entries: unknown[] = Array.isArray(list) ? list : []
  const entry = entries.find((one) => isObject(one) && one['version'] === version)
  return isObject(entry) ? textOf(entry, 'threeDSMethodURL') : textOf(message, 'threeDSMethodURL')
}
