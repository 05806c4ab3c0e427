/**
 * The pieces of the card frame, for the hosted page: there the page itself is the gateway's, so it holds the form and
 * pays without a frame in between. For packages of this workspace only.
 *
 * @module
 */
export { CardForm, type Holder } from './elements/card-form/card-form.ts'
export type { FieldView } from './elements/card-form/field-view.ts'
export { default as cardFormStyles } from './elements/card-form/card-form.css'

export { FIELD_NAMES, type FieldErrorCode, type FieldName } from './validation/field-errors.ts'
export { REFUSED_FIELDS } from './validation/refused-fields.ts'
export { fieldsOf, PLAIN_CARD, type FormPlan, type Presence, type SavedCard } from './protocol/form-plan.ts'
export { countInstallments, type PayingCard } from './installments/count-installments.ts'
export { methodsFrameAddress, threeDsFrameAddress } from './protocol/frame-address.ts'
export { HandshakeError, makeNonce, welcomeFrame } from './protocol/handshake.ts'
export { openChannel, type Channel } from './protocol/channel.ts'
export {
  readMethodsToPage,
  type MethodsToPage,
  type PageToCard,
  type PaymentAnswer,
  type Scheme,
  type Surface,
  type WireCustomer,
} from './protocol/messages.ts'
export { withoutAmount } from './locales/failure-text.ts'
export { FRAME_BLEED_PX } from './styles/layout.ts'
export { acceptToken, ownProperty, STYLE_TOKENS, type StyleToken, type StyleTokens } from './styles/tokens.ts'
export { applyLocale, applyLook } from './secure-frame/apply-look.ts'

export { readBrowserInfo } from './payment/browser-info.ts'
export { connectClientApi, type ApiAnswer, type ClientApi } from './payment/client-api.ts'
export { customerOfHolder, holderNameOf, toApiCustomer, toPageCustomer } from './payment/customer.ts'
export { failure, failureOf, type Ending, type Failure } from './payment/ending.ts'
export { followPayment, type FollowedPayment } from './payment/follow-payment.ts'
export { loadSession, type LoadedSession } from './payment/load-session.ts'
export type { CardValues, OrderedMethod, PaymentOrder } from './payment/payment-order.ts'
export { browserReach } from './payment/reach.ts'
export { afterPatience } from './payment/patience.ts'
export { paymentPorts, wait, type PaymentPorts } from './payment/payment-ports.ts'
export { startPayment, type StartedPayment } from './payment/start-payment.ts'
export { keepSteps, type RunningStep, type StepMemory } from './payment/step-memory.ts'
export { Unanswered } from './payment/unanswered.ts'
export { watchStatus, type StatusWatch } from './payment/watch-status.ts'
export { connectSurface, type OpenSurface, type Surfaces } from './payment/surfaces.ts'

export { focusedField } from './elements/focused-field.ts'
export { bringIntoView } from './merchant-page/bring-into-view.ts'
export { createFrame, setStyles } from './challenge/create-frame.ts'
export { prefersDark, type Look } from './challenge/read-look.ts'
export { ThreeDsWindows, type OpenedWindow, type WindowContext } from './challenge/three-ds-windows.ts'
export { parseWebAddress } from './three-ds/web-address.ts'

export { MethodList, type MethodOrder } from './elements/method-list/method-list.ts'
export { addressOf, payElsewhere, type ElsewhereOrder, type PaymentAway } from './payment/pay-elsewhere.ts'
