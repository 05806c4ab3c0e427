/**
 * The contract of the gateway: schemas, vocabulary and the endpoint table. No I/O.
 *
 * Building blocks of the schemas (text, pattern and range rules) are not exported: they are how this package writes
 * its contract, not part of it.
 *
 * @module
 */
export type * from './contract.ts'
export { dropNulls } from './drop-nulls.ts'
export { type Endpoint, type EndpointAuth } from './endpoint.ts'
export {
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  endpointPath,
  ENDPOINTS,
  type ParamsOf,
  type QueryOf,
} from './endpoints.ts'
export { toErrorItems, validateRequest, type Validation } from './error-items.ts'
export { checkNotificationUrl } from './notification-url.ts'
export { parseUrl } from './vocabulary/parse-url.ts'
export { RawNumber } from './raw-number.ts'
export { checkSimulatorMetadata, type SimulatorKind } from './simulator-metadata.ts'
export * from './schemas/authorize.ts'
export * from './schemas/bank-transfer.ts'
export * from './schemas/client.ts'
export {
  amount,
  browserInfo,
  cardReference,
  checkoutAmount,
  country,
  currency,
  type CurrencyMembers,
  customerData,
  customerEcho,
  customerInput,
  email,
  ipAddress,
  isLoopbackUrl,
  languageTag,
  metadata,
  paymentReference,
  phone,
  sessionOptions,
  storedMetadata,
  terminalId,
  textMetadata,
  timestamp,
  tokenization,
  webUrl,
} from './schemas/common.ts'
export * from './schemas/customer.ts'
export * from './schemas/encryption-keys.ts'
export * from './schemas/envelope.ts'
export * from './schemas/errors.ts'
export * from './schemas/event-stream.ts'
export * from './schemas/failed-request.ts'
export * from './schemas/hosted-payment-page.ts'
export * from './schemas/identity.ts'
export * from './schemas/decision.ts'
export * from './schemas/provider-account.ts'
export * from './schemas/provider-event.ts'
export * from './schemas/manage.ts'
export * from './schemas/payment-method-input.ts'
export * from './schemas/payment-method.ts'
export * from './schemas/payment.ts'
export * from './schemas/payment-link.ts'
export * from './schemas/payout.ts'
export * from './schemas/provider-callback.ts'
export * from './schemas/record.ts'
export * from './schemas/session.ts'
export * from './schemas/simulator.ts'
export * from './schemas/risk.ts'
export * from './schemas/status.ts'
export * from './schemas/three-ds.ts'
export * from './schemas/transaction.ts'
export * from './schemas/webhook-event.ts'
export * from './schemas/timeline.ts'
export * from './schemas/transaction-list.ts'
export * from './schemas/signature-explanation.ts'
export * from './schemas/webhook-delivery.ts'
export * from './schemas/webhook-subscription.ts'
export {
  ACTION_TYPES,
  type ActionType,
  adviceOf,
  ALTERNATIVE_SIMULATED_FLOWS,
  type AlternativeSimulatedFlow,
  BRAND_OF_RANGE,
  CARD_BRANDS,
  CARD_METHOD_TYPES,
  CARD_TRANSACTION_TYPES,
  type CardBrand,
  type CardMethodType,
  type CardTransactionType,
  CHALLENGE_CANCEL_REASONS,
  CHALLENGE_WINDOW_SIZES,
  type ChallengeCancelReason,
  type ChallengeWindowPixels,
  type ChallengeWindowSize,
  COMPLETION_INDICATORS,
  type CompletionIndicator,
  COMPOSITE_ROLES,
  type CompositeRole,
  COUNTRIES,
  type Country,
  CURRENCIES,
  type Currency,
  CURRENCY_CODES,
  currencyExponent,
  DEFAULT_CHALLENGE_WINDOW_SIZE,
  DEFAULT_LOCALE,
  DISPUTE_EVENTS,
  DISPUTE_FUNDS,
  DISPUTE_STATUSES,
  type DisputeEventName,
  type DisputeFunds,
  type DisputeStatus,
  type Eci,
  ECI_VALUES,
  expandRoles,
  familyOf,
  FINAL_STATUSES,
  type FinalStatus,
  FINGERPRINT_RESULTS,
  type FingerprintResult,
  fromMinorUnits,
  GRANTABLE_ROLES,
  type GrantableRole,
  type Initiator,
  INITIATORS,
  type Integration,
  INTEGRATIONS,
  isCountry,
  isCurrency,
  isFinalStatus,
  isProcessingCode,
  type Language,
  LANGUAGES,
  LIMITS,
  LOCAL_SCHEME_TYPE,
  type Locale,
  LOCALES,
  MANAGE_TYPES,
  type ManageType,
  matchLocale,
  methodName,
  MESSAGE_VERSIONS,
  type MessageVersion,
  NETWORK_TOKEN_SOURCES,
  type NetworkTokenSource,
  normalizeAmount,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHOD_TYPES,
  PAYMENT_METHODS,
  PAYMENT_RESULT_TYPES,
  type PaymentMethod,
  type PaymentMethodType,
  type PaymentResultType,
  PAYOUT_RESULT_TYPE,
  PROCESSING_CODE_LIST,
  PROCESSING_CODES,
  type ProcessingAdvice,
  type ProcessingCode,
  processingCode,
  type ProcessingCodeEntry,
  type ProcessingFamily,
  PROVIDER_REDIRECT_PREFIX,
  PROVIDER_REDIRECT_TYPES,
  type ProviderRedirectType,
  REDIRECT_CODES,
  type RedirectCode,
  RESULT_METHOD_TYPES,
  type ResultMethodType,
  RETRY_STATUSES,
  type RetryStatus,
  type Role,
  ROLES,
  SANDBOX_FAULT_KINDS,
  type SandboxFaultKind,
  SESSION_KINDS,
  SESSION_STATUSES,
  type SessionKind,
  type SessionStatus,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
  type SimulatedFault,
  type SimulatedFlow,
  SIMULATOR_METADATA_KEYS,
  type SimulatorMetadataKey,
  TERMINAL_FEATURES,
  type TerminalFeature,
  RECORD_EVENTS,
  RECORD_KINDS,
  type RecordEventName,
  recordEventName,
  type RecordKind,
  PAYMENT_LINK_EVENTS,
  type PaymentLinkEventName,
  PAYMENT_LINK_STATUSES,
  type PaymentLinkStatus,
  TOKENIZATION_EVENTS,
  type TokenizationEventName,
  TOKENIZE_FOR,
  type TokenizeFor,
  toMinorUnits,
  TRANS_STATUS_REASONS,
  TRANS_STATUSES,
  TRANSACTION_EVENTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionEventName,
  transactionEventName,
  type TransactionStatus,
  type TransactionType,
  type TransStatus,
  type TransStatusReason,
  WALLET_AUTH_METHODS,
  type WalletAuthMethod,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
  WEBHOOK_SUBSCRIPTION_STATUSES,
  type WebhookDeliveryStatus,
  type WebhookDisabledReason,
  type WebhookEventName,
  type WebhookFilter,
  type WebhookSubscriptionStatus,
  WINDOW_MESSAGE_TYPES,
  type WindowMessageType,
} from './vocabulary/index.ts'
