export type {
  CallAnswers,
  CallMessages,
  CallName,
  ProviderCall,
  ProviderCallAnswer,
  SecretAuthorization,
  SecretCard,
} from './call.ts'
export type {
  Connector,
  ProviderConnector,
  SecretDeclaration,
  ThreeDsConnector,
  TokenGrant,
} from './connector.ts'
export type {
  AmountsDocument,
  CallDeclarationDocument,
  DeclarationsDocument,
  MethodDeclaration,
  ProviderDeclarations,
} from './declarations.ts'
export { encodeForm, type FormValue } from './encode-form.ts'
export { encodeJson, type JsonValue } from './encode-json.ts'
export { type AmountUnits, amountsThatFit, createAmountUnits, type CurrencyRules } from './exponents.ts'
export type {
  Exchange,
  HttpAnswer,
  HttpFailure,
  HttpRequest,
  HttpResult,
  Transcript,
} from './http-message.ts'
export { keyFor } from './key-for.ts'
export { followPlan, type Part, type Plan } from './plan.ts'
export { isJsonObject, type JsonObject, objectOf, parseJsonObject, textOf } from './read-json.ts'
export type {
  CallbackRequest,
  ConnectorEvent,
  EventContext,
  EventReading,
  ReadEvents,
} from './read-events.ts'
export { hmacSha256, isSameSignature } from './same-signature.ts'
export {
  answer,
  type CallEnd,
  type ConnectorSecrets,
  refuse,
  REQUESTS_MAX,
  send,
  type Step,
  type StepContext,
  type StepFunction,
  unknown,
} from './step.ts'
export type {
  ChallengeQuestion,
  ThreeDsAnswers,
  ThreeDsCall,
  ThreeDsCallAnswer,
  ThreeDsMessages,
} from './three-ds-call.ts'
