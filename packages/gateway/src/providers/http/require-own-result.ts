import type { z } from 'zod'

import type { challengeResult } from '@sluice/provider-protocol'

import type { ChallengeRound } from '../../three-ds/three-ds-server.ts'
import { ExchangeError } from './exchange-error.ts'

/**
 * Requires that a result belongs to the requested round, because it decides whether money may move.
 *
 * @throws {ExchangeError} For the result of another challenge.
 */
export function requireOwnResult(
  party: string,
  wire: z.output<typeof challengeResult>,
  { threeDsServerTransId, round }: ChallengeRound,
): void {
  if (wire.result === 'NONE') return
  if (wire.three_ds_server_trans_id !== threeDsServerTransId || wire.round !== round)
    throw new ExchangeError(party, 'ANSWER_MALFORMED', 'result of another challenge', 200)
}
