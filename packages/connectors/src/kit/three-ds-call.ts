import type {
  AuthenticationAnswerMessage,
  AuthenticationMessage,
  ChallengeResultMessage,
  EnrolmentAnswerMessage,
  EnrolmentMessage,
} from '@sluice/provider-protocol'
import type { Secret } from '@sluice/shared/secret'

/** A message about a card whose number cannot be printed. */
type WithSecretCard<Message extends { readonly card: { readonly number: string } }> = Message extends unknown
  ? Omit<Message, 'card'> & {
      readonly card: Omit<Message['card'], 'number'> & { readonly number: Secret<string> }
    }
  : never

/** The round whose result is read: 1 is the first challenge of an authentication. */
export interface ChallengeQuestion {
  readonly three_ds_server_trans_id: string
  readonly round: number
}

/** The messages of the 3-D Secure protocol that a connector answers, by the name of the call. */
export interface ThreeDsMessages {
  readonly enrol: WithSecretCard<EnrolmentMessage>
  readonly authenticate: WithSecretCard<AuthenticationMessage>
  readonly result: ChallengeQuestion
}

/** The answer that the gateway expects, by the name of the call. */
export interface ThreeDsAnswers {
  readonly enrol: EnrolmentAnswerMessage
  readonly authenticate: AuthenticationAnswerMessage
  readonly result: ChallengeResultMessage
}

/** A call of the gateway to a 3-D Secure server. */
export type ThreeDsCall = {
  readonly [Name in keyof ThreeDsMessages]: { readonly name: Name; readonly message: ThreeDsMessages[Name] }
}[keyof ThreeDsMessages]

/** The answer of a connector to a call. */
export type ThreeDsCallAnswer = ThreeDsAnswers[keyof ThreeDsAnswers]
