import type {
  AuthorizationAnswerMessage,
  AuthorizationMessage,
  CancellationMessage,
  ContinuationAnswerMessage,
  ContinuationMessage,
  FenceAnswerMessage,
  FenceMessage,
  FindingMessage,
  OperationMessage,
  OrderAnswerMessage,
  OrderMessage,
  OutcomeMessage,
  PreparationAnswerMessage,
  PreparationMessage,
  QuestionMessage,
  UndoMessage,
} from '@sluice/provider-protocol'
import type { Secret } from '@sluice/shared/secret'

/** A card, with everything that must not be printed in a {@link Secret}. */
export interface SecretCard extends Omit<AuthorizationMessage['card'], 'number' | 'cvv' | 'network_token'> {
  readonly number: Secret<string>
  readonly cvv: Secret<string> | null
  readonly network_token: { readonly cryptogram: Secret<string>; readonly eci: string } | null
}

/** An authorization of the provider protocol whose card cannot be printed. */
export interface SecretAuthorization extends Omit<AuthorizationMessage, 'card'> {
  readonly card: SecretCard
}

/**
 * The messages of the provider protocol that a connector answers, by the name of the call. Amounts are in minor
 * units of ISO 4217.
 */
export interface CallMessages {
  readonly prepare: PreparationMessage
  readonly authorize: SecretAuthorization
  readonly continue: ContinuationMessage
  readonly operate: OperationMessage
  readonly order: OrderMessage
  readonly cancel: CancellationMessage
  readonly undo: UndoMessage
  readonly find: QuestionMessage
  readonly fence: FenceMessage
}

/** The answer that the gateway expects, by the name of the call. */
export interface CallAnswers {
  readonly prepare: PreparationAnswerMessage
  readonly authorize: AuthorizationAnswerMessage
  readonly continue: ContinuationAnswerMessage
  readonly operate: OutcomeMessage
  readonly order: OrderAnswerMessage
  readonly cancel: OutcomeMessage
  readonly undo: OutcomeMessage
  readonly find: FindingMessage
  readonly fence: FenceAnswerMessage
}

/** The name of a call to a provider. */
export type CallName = keyof CallMessages

/** A call of the gateway to a provider. */
export type ProviderCall = {
  readonly [Name in CallName]: { readonly name: Name; readonly message: CallMessages[Name] }
}[CallName]

/** The answer of a connector to a call. */
export type ProviderCallAnswer = CallAnswers[CallName]
