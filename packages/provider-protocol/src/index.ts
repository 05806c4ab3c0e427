export { allowsAnotherProvider } from './allows-another-provider.ts'
export { PROVIDER_ENDPOINTS } from './endpoints.ts'
export {
  authorizationAnswer,
  type AuthorizationAnswerMessage,
  continuation,
  continuationAnswer,
  type ContinuationAnswerMessage,
  type ContinuationMessage,
} from './schemas/authentication-step.ts'
export { authorization, type AuthorizationMessage } from './schemas/authorization.ts'
export { cancellation, type CancellationMessage } from './schemas/cancellation.ts'
export { capabilities, type CapabilitiesMessage } from './schemas/capabilities.ts'
export { type EventMessage, events, type EventsMessage } from './schemas/event.ts'
export { fence, fenceAnswer, type FenceAnswerMessage, type FenceMessage } from './schemas/fence.ts'
export { processingCode, shortText } from './schemas/members.ts'
export { operation, type OperationMessage } from './schemas/operation.ts'
export { order, orderAnswer, type OrderAnswerMessage, type OrderMessage } from './schemas/order.ts'
export {
  FENCED_REASON,
  type NetworkAdviceMessage,
  outcome,
  type OutcomeMessage,
  refusal,
  type RefusalMessage,
} from './schemas/outcome.ts'
export { finding, type FindingMessage, question, type QuestionMessage } from './schemas/question.ts'
export {
  preparation,
  preparationAnswer,
  type PreparationAnswerMessage,
  type PreparationMessage,
} from './schemas/preparation.ts'
export { report, type ReportMessage } from './schemas/report.ts'
export { transferAccount, type TransferAccountMessage } from './schemas/transfer-account.ts'
export { undo, type UndoMessage } from './schemas/undo.ts'
export {
  authentication,
  authenticationAnswer,
  type AuthenticationAnswerMessage,
  type AuthenticationMessage,
  challengeResult,
  type ChallengeResultMessage,
  enrolment,
  enrolmentAnswer,
  type EnrolmentAnswerMessage,
  type EnrolmentMessage,
  THREE_DS_SERVER_PATHS,
} from './schemas/three-ds.ts'
export { isAnswerSignedBy, signAnswer, type SignedAnswer } from './sign-answer.ts'
export { isSignedBy, signRequest, type SignedRequest } from './sign-request.ts'
