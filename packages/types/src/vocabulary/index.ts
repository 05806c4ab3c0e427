/**
 * The words of the contract: plain constants and types, without zod, I/O or APIs that one runtime lacks, so that
 * browsers can load them.
 *
 * @module
 */
export { advice, type Advice, ADVICE_ENTRIES } from './advice.ts'
export { APP_LINK_SCHEMES, schemeOf } from './app-links.ts'
export { BRANDING_COLORS, type BrandingColor } from './branding.ts'
export {
  BROWSER_MESSAGE_MAX_CHARS,
  type ChallengeNotice,
  decodeBrowserText,
  readBrowserMessage,
  readChallengeNotice,
} from './browser-messages.ts'
export { COUNTRIES, type Country, isCountry } from './countries.ts'
export { CURRENCIES, CURRENCY_CODES, type Currency, currencyExponent, isCurrency } from './currencies.ts'
export { toEmailAddress } from './email-address.ts'
export { countDigits, mayHoldCardNumber } from './person-name.ts'
export { createEventStreamReader, EVENT_STREAM_BEGINNING, type EventStreamMessage } from './event-stream.ts'
export { formatAmount } from './format-amount.ts'
export { LIMITS } from './limits.ts'
export {
  ALWAYS_SPOKEN,
  DEFAULT_LOCALE,
  LANGUAGES,
  type Language,
  LOCALES,
  type Locale,
  matchLocale,
  matchOneOf,
  SPOKEN_WHEN_ENABLED,
} from './locales.ts'
export { fromMinorUnits, normalizeAmount, toMinorUnits } from './money.ts'
export {
  DISPUTE_EVENTS,
  DISPUTE_FUNDS,
  DISPUTE_STATUSES,
  type DisputeEventName,
  type DisputeFunds,
  type DisputeStatus,
  RECORD_EVENTS,
  RECORD_KINDS,
  type RecordEventName,
  recordEventName,
  type RecordKind,
  UNAPPLIED_EVENT_STATES,
  type UnappliedEventState,
} from './records.ts'
export { CLOSED_METHODS, type ClosedMethod } from './closed-methods.ts'
export {
  ALTERNATIVE_TYPES,
  type AlternativeType,
  type CataloguedMethod,
  findCataloguedMethod,
  METHOD_CATALOGUE,
  METHOD_DRAWINGS,
  METHOD_KINDS,
  type MethodDrawing,
  type MethodKind,
  methodName,
} from './method-catalogue.ts'
export { OPERATOR_AREAS, type OperatorArea } from './operator-areas.ts'
export { PORTAL_ROLES, type PortalRole } from './portal-roles.ts'
export {
  BRAND_OF_RANGE,
  CARD_BRANDS,
  CARD_METHOD_TYPES,
  cardBrandName,
  type CardBrand,
  type CardMethodType,
  type Eci,
  ECI_VALUES,
  LOCAL_SCHEME_TYPE,
  NETWORK_TOKEN_SOURCES,
  type NetworkTokenSource,
  PAYMENT_METHOD_NAMES,
  PAYMENT_METHOD_TYPES,
  PAYMENT_METHODS,
  PAYMENT_RESULT_TYPES,
  type PaymentMethod,
  type PaymentMethodType,
  type PaymentResultType,
  PAYOUT_RESULT_TYPE,
  PROVIDER_REDIRECT_PREFIX,
  PROVIDER_REDIRECT_TYPES,
  type ProviderRedirectType,
  REDIRECT_CODES,
  type RedirectCode,
  RESULT_METHOD_TYPES,
  type ResultMethodType,
  RUPAY_RANGES,
  TOKENIZE_FOR,
  type TokenizeFor,
  UNSERVED_BRANDS,
  WALLET_AUTH_METHODS,
  type WalletAuthMethod,
} from './payment-methods.ts'
export {
  adviceOf,
  CORRECTABLE_CODES,
  type CorrectableCode,
  familyOf,
  isCorrectable,
  isProcessingCode,
  PROCESSING_CODE_LIST,
  PROCESSING_CODES,
  type ProcessingAdvice,
  type ProcessingCode,
  processingCode,
  type ProcessingCodeEntry,
  type ProcessingFamily,
} from './processing-codes.ts'
export {
  RISK_EFFECTS,
  RISK_MEASURES,
  RISK_REFUSAL_CODES,
  RISK_SUBJECTS,
  type RiskEffect,
  type RiskMeasure,
  type RiskSubject,
} from './risk.ts'
export {
  COMPOSITE_ROLES,
  type CompositeRole,
  expandRoles,
  GRANTABLE_ROLES,
  type GrantableRole,
  type Role,
  ROLES,
} from './roles.ts'
export { SANDBOX_FAULT_KINDS, type SandboxFaultKind } from './sandbox-faults.ts'
export {
  SESSION_KINDS,
  SESSION_STATUSES,
  SESSION_TOKENIZATIONS,
  type SessionKind,
  type SessionStatus,
  type SessionTokenization,
} from './session-status.ts'
export { PAYMENT_LINK_STATUSES, type PaymentLinkStatus } from './payment-links.ts'
export {
  ALTERNATIVE_SIMULATED_FLOWS,
  type AlternativeSimulatedFlow,
  SIMULATED_CRES_FORMS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
  type SimulatedCresForm,
  type SimulatedFault,
  type SimulatedFlow,
  SIMULATOR_METADATA_KEYS,
  type SimulatorMetadataKey,
} from './simulated-flows.ts'
export {
  ACTION_TYPES,
  type ActionType,
  CHALLENGE_CANCEL_REASONS,
  CHALLENGE_PREFERENCES,
  CHALLENGE_WINDOW_SIZES,
  type ChallengeCancelReason,
  type ChallengePreference,
  type ChallengeWindowPixels,
  type ChallengeWindowSize,
  COMPLETION_INDICATORS,
  type CompletionIndicator,
  DEFAULT_CHALLENGE_WINDOW_SIZE,
  type Exemption,
  EXEMPTIONS,
  FINGERPRINT_RESULTS,
  type FingerprintResult,
  MESSAGE_VERSIONS,
  type MessageVersion,
  TRANS_STATUS_REASONS,
  TRANS_STATUSES,
  type TransStatus,
  type TransStatusReason,
  WINDOW_MESSAGE_TYPES,
  type WindowMessageType,
} from './three-ds.ts'
export { SHOPPER_TEXTS, type ShopperSituation, type ShopperText } from './shopper-texts.ts'
export {
  FINAL_STATUSES,
  type FinalStatus,
  isFinalStatus,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from './transaction-status.ts'
export {
  CARD_TRANSACTION_TYPES,
  type CardTransactionType,
  INITIATORS,
  type Initiator,
  type Integration,
  INTEGRATIONS,
  CHANGE_TYPES,
  USUAL_OPERATIONS,
  MANAGE_TYPES,
  type ChangeType,
  type ManageType,
  MONEY_TRANSACTION_TYPES,
  RETRY_STATUSES,
  type RetryStatus,
  TERMINAL_FEATURES,
  type TerminalFeature,
  TRANSACTION_TYPES,
  type TransactionType,
} from './transaction-types.ts'
export {
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_SUBSCRIPTION_STATUSES,
  type WebhookDeliveryStatus,
  type WebhookDisabledReason,
  type WebhookSubscriptionStatus,
} from './webhook-deliveries.ts'
export {
  expandWebhookFilters,
  PAYMENT_LINK_EVENTS,
  type PaymentLinkEventName,
  TOKENIZATION_EVENTS,
  type TokenizationEventName,
  TRANSACTION_EVENTS,
  type TransactionEventName,
  transactionEventName,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
  type WebhookEventName,
  type WebhookFilter,
} from './webhook-events.ts'
export { parseUrl } from './parse-url.ts'
export { WEBHOOK_FAILURE_CAUSES, type WebhookFailureCause } from './webhook-failures.ts'
export {
  TRANSFER_ACCOUNT_KINDS,
  type TransferAccountKind,
  ZENGIN_ACCOUNT_TYPES,
  type ZenginAccountType,
} from './transfer-accounts.ts'
export { type PayoutAccount, type PayoutAccountMembers, readPayoutAccount } from './payout-accounts.ts'
