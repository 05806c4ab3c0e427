import type { z } from 'zod'

import type {
  ConnectorSecrets,
  HttpResult,
  ThreeDsCall,
  ThreeDsConnector,
  ThreeDsMessages,
} from '@sluice/connectors/kit'
import { runCall, type Send } from '@sluice/connectors/runtime'
import { challengeResult } from '@sluice/provider-protocol'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Timers } from '@sluice/platform/kernel/timers'

import type {
  AuthenticatedCard,
  AuthenticationRequest,
  MerchantInitiatedRequest,
  ThreeDsServer,
} from '../../three-ds/three-ds-server.ts'
import { ExchangeError, type ExchangeFailure } from '../http/exchange-error.ts'
import { readAnswer } from '../http/read-answer.ts'
import { requireOwnResult } from '../http/require-own-result.ts'
import {
  authenticationWire,
  enrolmentWire,
  fromAuthenticationWire,
  fromChallengeResultWire,
  fromEnrolmentWire,
  toAuthenticationRequestWire,
  toEnrolmentRequestWire,
  toMerchantInitiatedWire,
} from '../http/three-ds-server.wire.ts'

/** A 3DS server with a connector. */
export interface ConnectedThreeDsServer {
  /** Loads the connector, at the first call. */
  readonly load: () => Promise<ThreeDsConnector>
  readonly send: Send
  readonly secrets: ConnectorSecrets
  readonly timeoutMs: number
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  /** Whether the configuration enables authentication of merchant-initiated charges (3RI). */
  readonly threeRi: boolean
  /** Called when the server could not handle a call; the reason names members without their values. */
  readonly onRefusal: (reason: string) => void
}

const PARTY = '3DS server'

/**
 * Calls a 3DS server through its connector. The messages are those of the provider protocol, and are validated like
 * them.
 */
export function createConnectedThreeDsServer(server: ConnectedThreeDsServer): ThreeDsServer {
  const ask = createAsk(server)
  const authenticate = async (
    request: AuthenticationRequest | MerchantInitiatedRequest,
    message: ReturnType<typeof toAuthenticationRequestWire>,
  ) =>
    fromAuthenticationWire(
      await ask('authenticate', withSecretCard(message, request.card), authenticationWire),
      // Servers with a connector never show challenges themselves.
      [],
    )
  return {
    enrol: async (request) =>
      fromEnrolmentWire(
        await ask('enrol', withSecretCard(toEnrolmentRequestWire(request), request.card), enrolmentWire),
      ),
    authenticate: (request) => authenticate(request, toAuthenticationRequestWire(request)),
    ...(server.threeRi && {
      authenticateMerchantInitiated: (request: MerchantInitiatedRequest) =>
        authenticate(request, toMerchantInitiatedWire(request)),
    }),
    async readChallengeResult(asked) {
      const question = { three_ds_server_trans_id: asked.threeDsServerTransId, round: asked.round }
      const wire = await ask('result', question, challengeResult)
      requireOwnResult(PARTY, wire, asked)
      return fromChallengeResultWire(wire)
    },
  }
}

/** The card number is passed to the connector as a secret. */
function withSecretCard<Message extends { readonly card: object }>(
  message: Message,
  { pan }: AuthenticatedCard,
) {
  return { ...message, card: { ...message.card, number: pan } }
}

/** @throws {@link ExchangeError} When the server gave no usable answer. */
function createAsk({ load, onRefusal, ...parts }: ConnectedThreeDsServer) {
  return async <Name extends keyof ThreeDsMessages, Schema extends z.ZodType>(
    name: Name,
    message: ThreeDsMessages[Name],
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const { step } = await load()
    const results: HttpResult[] = []
    const end = await runCall(
      step,
      { name, message } as ThreeDsCall,
      { account: null, state: null, token: null },
      { ...parts, secrets: () => parts.secrets, onExchange: ({ result }) => void results.push(result) },
    )
    if (end.kind !== 'answer') throw new ExchangeError(PARTY, failureOf(results.at(-1)), end.reason)
    const answer = readAnswer(PARTY, { status: 200, body: end.answer, isSigned: false }, schema)
    if ('reason' in end.answer && end.answer.reason) onRefusal(end.answer.reason)
    return answer
  }
}

/** Returns the call's end for the health monitor: a server with an invalid answer is available. */
function failureOf(last: HttpResult | undefined): ExchangeFailure {
  if (last === undefined) return 'NEVER_SENT'
  if (last.kind === 'failure') return last.code
  return last.status === 200 ? 'ANSWER_MALFORMED' : 'ANSWER_REFUSED'
}
