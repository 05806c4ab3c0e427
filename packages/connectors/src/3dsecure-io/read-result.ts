import type { ChallengeResultMessage } from '@sluice/provider-protocol'

import { answer, type Step, type StepContext, unknown } from '../kit/step.ts'
import type { ChallengeQuestion } from '../kit/three-ds-call.ts'
import { callServer } from './call-server.ts'
import { readOutcome } from './read-outcome.ts'
import { ENDS_CHALLENGE, RESULT_ERRORS } from './error-codes.ts'
import { textOf } from './read-message.ts'

/**
 * Requests the bank’s result of a challenge (RReq) by `/postauth`. The server deletes it after 300 seconds, and
 * stores one challenge per authentication.
 */
export function readResult(question: ChallengeQuestion, context: StepContext): Step<ChallengeResultMessage> {
  const { three_ds_server_trans_id, round } = question
  if (round > 1) return answer({ result: 'NONE' })
  const about = { three_ds_server_trans_id, round }
  return callServer<ChallengeResultMessage>(
    {
      name: 'read the result of a challenge',
      path: '/postauth',
      body: { threeDSServerTransID: three_ds_server_trans_id },
      messageType: 'RReq',
      threeDsServerTransId: three_ds_server_trans_id,
      read: (message) => {
        const outcome = readOutcome(message)
        if (outcome === null) return unknown('RReq without a status')
        return answer({
          result: 'COMPLETED',
          ...about,
          challenge_cancel: textOf(message, 'challengeCancel'),
          ...outcome,
        })
      },
      readError: ({ code, component, isUnknownId }) => {
        if (isUnknownId) return answer({ result: 'NONE' })
        const result = RESULT_ERRORS[code]
        if (result !== undefined) return answer({ result })
        if (ENDS_CHALLENGE.has(component)) return answer({ result: 'ERROR', ...about })
        return unknown(`Erro ${code}`)
      },
    },
    context,
  )
}
