/** Where `docs/protocol.md` speaks of the named schemas: headings, and the schemas that each explains. */
const SCHEMAS_BY_CLAUSE = {
  identity: 'Discovery OAuthError RevocationRequest SigningKeySet TokenRequest TokenResponse',
  'key-distribution': 'EncryptionKey EncryptionKeySet',
  'card-encryption': 'CardMethod SealedField',
  transactions:
    'Amount BankTransferInstructions Country Currency Envelope FormSubmit Metadata Operations PaymentMethodData ProcessingCode ProcessingResult Redirect StatusFound StatusNotFound Timestamp Transaction TransactionData',
  'finding-transactions': 'TransactionList TransactionQuery',
  timeline: 'Timeline TimelineEntry',
  'authorize-members': 'AuthorizeMethod AuthorizeOptions AuthorizeRequest',
  'three-ds': 'ActionRequired',
  'action-token': 'ActionToken',
  fingerprint: 'RequestAuthenticationRequest',
  challenge: 'CompleteAuthenticationRequest',
  'browser-info': 'BrowserInfo',
  customers: 'Customer CustomerData CustomerInput CustomerList CustomerQuery CustomerRequest',
  'saved-cards':
    'ClientSavedCardMethod SavedCardMethod SavedPaymentMethod SavedPaymentMethodList Tokenization',
  'network-tokens': 'NetworkTokenMethod',
  'wallet-tokens': 'GwalletPayConfig GwalletPayMethod',
  payments: 'PaymentRequest',
  payouts: 'Beneficiary PayoutRequest',
  'local-instant-scheme': 'BlikMethod',
  'redirect-methods': 'ProviderRedirectMethod',
  'provider-callback': 'ProviderCallback ProviderCallbackAccepted',
  sessions: 'CustomerEcho EmbeddedSession SessionRequest SessionState',
  'hosted-payment-page': 'Branding HostedPaymentPage HostedPaymentPageRequest',
  'browser-api':
    'AlternativeMethod ClientEnvelope ClientMethod ClientPaymentRequest ClientSession ClientSessionStatus ClientTransaction OfferedMethod OfferedSavedCard SessionCanceled',
  manage: 'ManageRequest TextMetadata',
  decisions: 'DecisionRequest',
  'fallback-routing': 'RetryAttempt RetryOptions',
  'simulated-wallets':
    'AwalletMerchant AwalletToken AwalletTokenRequest GwalletKeys GwalletToken GwalletTokenRequest',
  'risk-rules': 'RiskBlocked RiskRule RiskSettings',
  sandboxes: 'Sandbox SandboxClient SandboxClientRequest SandboxCredentials SandboxRequest SandboxTerminal',
  'test-clock': 'ClockAdvance ClockReading',
  'http-errors':
    'BadRequest Conflict Forbidden InternalServerError InvalidRequest MethodNotAllowed NotFound PayloadTooLarge ServiceUnavailable Unauthorized Unprocessable UnsupportedMediaType ValidationFailure',
  'validation-messages': 'ErrorItem',
  'rate-limits': 'TooManyRequests',
  webhooks: 'TokenizationEvent TransactionEvent TransactionEventPayload WebhookEvent',
  'webhook-subscriptions':
    'WebhookSecretRotation WebhookSubscription WebhookSubscriptionCreated WebhookSubscriptionList WebhookSubscriptionRequest',
  'webhook-deliveries':
    'WebhookAttempt WebhookDelivery WebhookDeliveryDetail WebhookDeliveryList WebhookDeliveryQuery WebhookReplay WebhookReplayRequest WebhookResendRequest',
  'webhook-signatures': 'SignatureExplanation SignatureExplanationRequest',
  'webhook-laboratory': 'WebhookLaboratory WebhookLaboratoryRequest',
} as const

/** The clause of each named schema, an anchor of `docs/protocol.md`. */
export const CLAUSES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SCHEMAS_BY_CLAUSE).flatMap(([clause, schemas]) =>
    schemas.split(' ').map((schema) => [schema, clause]),
  ),
)
