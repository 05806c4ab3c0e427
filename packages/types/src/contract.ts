/**
 * The contract's requests, answers and events as types. Written by `npm run contract` from the schemas beside this file;
 * change those.
 *
 * @module
 */

import type {
  ActionRequired,
  ActionToken,
  AuthorizeMethod,
  AuthorizeOptions,
  AuthorizeRequest,
  BankTransferInstructions,
  Beneficiary,
  BlikMethod,
  BrowserInfo,
  CardMethod,
  CompleteAuthenticationRequest,
  Customer,
  CustomerData,
  CustomerEcho,
  CustomerInput,
  CustomerList,
  CustomerQuery,
  CustomerRequest,
  EmbeddedSession,
  EncryptionKey,
  EncryptionKeySet,
  Envelope,
  ErrorItem,
  EventStreamQuery,
  FailedRequest,
  FailedRequestList,
  FailedRequestQuery,
  FormSubmit,
  GwalletPayMethod,
  HostedPaymentPage,
  HostedPaymentPageRequest,
  ManageRequest,
  Metadata,
  NetworkTokenMethod,
  Operations,
  PaymentMethodData,
  PaymentRequest,
  PayoutRequest,
  ProcessingResult,
  ProviderRedirectMethod,
  Redirect,
  RequestAuthenticationRequest,
  RetryAttempt,
  RetryOptions,
  SavedCardMethod,
  SavedPaymentMethod,
  SavedPaymentMethodList,
  SessionRequest,
  SessionState,
  SignatureExplanation,
  SignatureExplanationRequest,
  StatusFound,
  StatusNotFound,
  TextMetadata,
  Timeline,
  TimelineEntry,
  Tokenization,
  TokenizationEvent,
  Transaction,
  TransactionData,
  TransactionEvent,
  TransactionEventPayload,
  TransactionList,
  TransactionQuery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
  WebhookLaboratory,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookSecretRotation,
  WebhookSubscription,
  WebhookSubscriptionList,
} from './merchant-contract.ts'

import type {
  Currency,
  GrantableRole,
  Locale,
  PaymentResultType,
  ProcessingCode,
  RiskEffect,
  RiskMeasure,
  RiskSubject,
  SessionKind,
  SessionStatus,
  TerminalFeature,
  TransactionStatus,
  TransactionType,
  WalletAuthMethod,
  WebhookDisabledReason,
  WebhookEventName,
  WebhookFilter,
  WebhookSubscriptionStatus,
} from './vocabulary/index.ts'

export type * from './merchant-contract.ts'

/**
 * An alternative method of a session, which has all its data.
 *
 * @see docs/protocol.md#browser-api
 */
export interface AlternativeMethod {
  /** Which kind it is. */
  type: PaymentResultType
  /** The members of this kind. */
  data: Record<string, never>
}

/**
 * What a merchant opens simulated wallet tokens with.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface AwalletMerchant {
  /** As the wallet knows the merchant: `merchant.` and a name. */
  merchant_identifier: string
  /** PKCS #8, PEM. */
  private_key: string
  /** The payment processing certificate, PEM. */
  certificate: string
  /** What the certificates of tokens end in, PEM. */
  root: string
}

/**
 * A simulated wallet token, as the device gives it to the page.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface AwalletToken {
  /** The token, as the device gives it to the page. */
  awallet_pay_token: {
    /** What the server decrypts. */
    paymentData: {
      /** Version of the encryption. */
      version: 'EC_v1'
      /** The encrypted payment data, Base64. */
      data: string
      /** Detached CMS signature, Base64. */
      signature: string
      /** What the key is derived from. */
      header: {
        /** SubjectPublicKeyInfo of the one-time key, Base64. */
        ephemeralPublicKey: string
        /** SHA-256 of the merchant’s public key, Base64. */
        publicKeyHash: string
        /** Id of the wallet’s transaction, hexadecimal. */
        transactionId: string
      }
    }
    /** The card, as the wallet describes it. */
    paymentMethod: {
      /** How the wallet names the card. */
      displayName: string
      /** Card brand, in the wallet’s words. */
      network: string
      /** Which kind it is. */
      type: string
    }
    /** Id of the wallet’s transaction, hexadecimal. */
    transactionIdentifier: string
  }
}

/**
 * A simulated wallet token to make, for the merchant to decrypt.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface AwalletTokenRequest {
  /** Number of a test card. */
  pan: string
  /** Expiry month, 1 to 12. 1 to 12. */
  expiration_month: number
  /** Expiry year, four digits. 2000 to 2099. */
  expiration_year: number
  /** As the wallet knows the merchant: `merchant.` and a name. Example: `'merchant.com.example.shop'`. */
  merchant_identifier: string
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount?: number | undefined
  /** Without it EUR. Example: `'EUR'`. */
  currency?: Currency | undefined
  /** Without it the token says nothing of the ECI. */
  eci_indicator?: string | undefined
  /**
   * What the token is sealed for: SubjectPublicKeyInfo of a P-256 key, Base64. Without it the simulated key of
   * the merchant identifier.
   */
  public_key?: string | undefined
}

/**
 * The body is not JSON, or the notification URL cannot be used.
 *
 * @see docs/protocol.md#http-errors
 */
export interface BadRequest {
  /** What is wrong, one item per member. */
  errors: ErrorItem[]
  /** The endpoint that refused the request. */
  method: string
  /** The HTTP status. */
  status: 400
}

/**
 * The merchant’s look on a hosted payment page.
 *
 * @see docs/protocol.md#hosted-payment-page
 */
export interface Branding {
  /** Name of the merchant, as customers know it. */
  merchant_name: string | null
  /** Address of the logo. */
  logo_url: string | null
  /** Font of the texts. */
  font_family: string | null
  /** Address of the font. */
  font_url: string | null
  /** Colours by the name of their use. */
  colors: Record<string, string>
}

/**
 * Exactly one member is set, the others are null.
 *
 * @see docs/protocol.md#browser-api
 */
export interface ClientEnvelope {
  /** How the transaction stands; null while the browser has something to do. */
  result: ClientTransaction | null
  /** The 3-D Secure step that the customer’s browser has to take; null without one. */
  action: ActionRequired | null
  /** The page that the customer has to be sent to; null without one. */
  redirect: Redirect | null
  /** The form that the customer’s browser has to post; null without one. */
  form_submit: FormSubmit | null
}

/**
 * How a browser pays its session; `type` tells them apart.
 *
 * @see docs/protocol.md#browser-api
 */
export type ClientMethod =
  | CardMethod
  | ClientSavedCardMethod
  | GwalletPayMethod
  | BlikMethod
  | ProviderRedirectMethod
  | AlternativeMethod

/**
 * What the browser adds to its session. Amount, currency and reference come from the session.
 *
 * @see docs/protocol.md#browser-api
 */
export interface ClientPaymentRequest {
  /** How the customer pays. */
  payment_method: ClientMethod
  /** The customer who pays. */
  customer?:
    | {
        /** Given name. At most 255 characters. */
        first_name?: string | undefined
        /** Family name. At most 255 characters. */
        last_name?: string | undefined
        /** E-mail address. At most 512 characters. Example: `'ada@example.com'`. */
        email?: string | undefined
        /** E.164, a possible number of its country. Example: `'+46701740605'`. */
        phone?: string | undefined
        /** Street and house number. At most 255 characters. */
        address?: string | undefined
        /** Town. At most 255 characters. */
        city?: string | undefined
        /** ISO 3166-1 alpha-2, two capital letters. 2 characters. Example: `'SE'`. */
        country?: string | undefined
        /** Postal code. At most 255 characters. */
        postal_code?: string | undefined
      }
    | undefined
  /** What the customer’s browser says about itself; the issuer weighs the risk by it. */
  browser_info: BrowserInfo
  /** Whether, and for what, the card is saved. */
  tokenization?:
    | {
        /** True saves the card once the payment is approved. */
        save_card_for_future_payments?: boolean | undefined
      }
    | undefined
}

/**
 * A saved card in a browser. An embedded session without a customer needs what the page shows of the card, and
 * it must agree with the card.
 *
 * @see docs/protocol.md#saved-cards
 */
export interface ClientSavedCardMethod {
  /** Which kind it is. */
  type: 'saved_card'
  /** The members of this kind. */
  data: {
    /** From the save. 1 to 255 characters. */
    payment_method_id: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_cvv: string
    /**
     * As the page shows it: with the first six and the last four digits, or the last four. 1 to 255 characters.
     * Example: `'424242******4242'`.
     */
    masked_pan?: string | undefined
    /** As the page shows it: MMYY. Example: `'1230'`. */
    expiration_date?: string | undefined
    /** As the page shows it, in any case. 1 to 255 characters. Example: `'visa'`. */
    card_brand?: string | undefined
  }
}

/**
 * Everything that the browser needs to draw the form.
 *
 * @see docs/protocol.md#browser-api
 */
export interface ClientSession {
  /** What is paid. */
  session: {
    /** Id of the session. */
    id: string
    /** Whether the session belongs to embedded fields or to a hosted payment page. */
    kind: SessionKind
    /** How it stands. */
    status: SessionStatus
    /** Why the last attempt was declined, while a correction of it is waited for; null otherwise. */
    processing_code: string | null
    /** Minor units. */
    amount: number
    /** ISO 4217, three capital letters. Example: `'EUR'`. */
    currency: Currency
    /** What is paid for, as the customer reads it. */
    description: string | null
    /** ISO 3166-1 alpha-2, two capital letters. */
    country: string | null
    /** The customer who pays. */
    customer: {
      /** Given name. */
      first_name?: string | undefined
      /** Family name. */
      last_name?: string | undefined
      /** E-mail address. */
      email?: string | undefined
      /** Telephone number, E.164. */
      phone?: string | undefined
      /** Street and house number. */
      address?: string | undefined
      /** Town. */
      city?: string | undefined
      /** ISO 3166-1 alpha-2, two capital letters. */
      country?: string | undefined
      /** Postal code. */
      postal_code?: string | undefined
    } | null
  }
  /** The ways to pay that are offered, in their order. */
  payment_methods: OfferedMethod[]
  /** The customer’s saved cards. */
  saved_cards: OfferedSavedCard[]
  /** Whether the card is saved: never, always, or as the customer chooses. */
  tokenization: 'NONE' | 'IMPLICIT' | 'OPT_IN'
  /** The merchant’s look. */
  branding: Branding
  /** Language of the texts. */
  locale: Locale
  /** Languages that the customer can change to. */
  languages: ('en' | 'bs' | 'ro' | 'sv' | 'de' | 'pl')[]
  /** The keys that card fields are sealed for. */
  encryption_keys: EncryptionKeySet
  /** The origin of the frames for wallets and for banks’ pages; no trailing slash. */
  methods_url: string
  /**
   * Origins with a name below localhost, and the address of each for browsers that do not resolve it; in the
   * test environment only.
   */
  fallback_origins?: Record<string, string> | undefined
  /** Seconds since the epoch; corrects the browser’s clock. */
  server_time: number
  /** Where the customer goes afterwards. The address carries no result: ask for the status. */
  return_url: string
}

/**
 * How a session stands.
 *
 * @see docs/protocol.md#browser-api
 */
export interface ClientSessionStatus {
  /** How it stands. */
  status: SessionStatus
  /**
   * Null while nothing was submitted. With CREATED: why the last attempt was declined, which the shopper may
   * correct.
   */
  processing_code: string | null
  /** The meaning of `processing_code`, in English. */
  response_message: string | null
  /** The latest transaction; null before the first. */
  transaction_id: string | null
}

/**
 * What a browser may know of its transaction.
 *
 * @see docs/protocol.md#browser-api
 */
export interface ClientTransaction {
  /** Id of the transaction. */
  id: string
  /** The merchant’s own text for the order. */
  reference: string
  /** What is paid for, as the customer reads it. */
  description: string | null
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** Minor units. */
  amount: number
  /** True only when `status` is `APPROVED`. */
  approved: boolean
  /** True while the outcome is open. */
  pending: boolean
  /** What the transaction does with the money. */
  transaction_type: TransactionType
  /** How it stands. */
  status: TransactionStatus
  /** Where the customer is sent to continue. */
  redirect_url: string | null
  /** What is wrong with the request; empty unless `status` is `INVALID`. */
  errors: ErrorItem[]
  /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
  processing_code: string | null
  /** The meaning of `processing_code`, in English. */
  response_message: string | null
  /** How the customer pays. */
  payment_method: {
    /** Masked card number, name of an alternative method, or masked account. Example: `'424242******4242'`. */
    method: string
    /** An open set: new methods may appear. Example: `'card'`. */
    type: string
    /** Card brand or name of the method; null when unknown. */
    brand: string | null
    /** The number with all but its first and last digits replaced; null without one. */
    masked: string | null
  }
  /**
   * Whether the shopper may correct what was declined and submit again: the session is CREATED, and its
   * transaction open.
   */
  correctable: boolean
}

/**
 * A step of the test environment’s clock.
 *
 * @see docs/protocol.md#test-clock
 */
export interface ClockAdvance {
  /** How far the clock moves forward; it never goes back. 0 to 31622400. */
  advance_seconds: number
}

/**
 * The test environment’s clock.
 *
 * @see docs/protocol.md#test-clock
 */
export interface ClockReading {
  /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
  now: string
  /** How many stored deadlines became due and were worked off. */
  due: number
}

/**
 * A request with the same `Idempotency-Key` is still being processed, the session is busy or finished, or the
 * webhook subscription is disabled.
 *
 * @see docs/protocol.md#http-errors
 */
export interface Conflict {
  /** What went wrong, in a fixed text. */
  error: 'Conflict'
  /** What is wrong, in a sentence. */
  message?: string | undefined
  /** Of the session that is busy or finished. */
  status?: SessionStatus | undefined
}

/**
 * What became of a transaction whose provider does not tell.
 *
 * @see docs/protocol.md#decisions
 */
export interface DecisionRequest {
  /** The merchant’s id, or its `id` in the configuration file. 1 to 255 characters. */
  merchant_id: string
  /** Id of the transaction. 1 to 255 characters. */
  transaction_id: string
  /** What the provider did, as a person found out there: DECLINED when nothing was executed. */
  outcome: 'APPROVED' | 'DECLINED'
  /** Where it was found out. It is kept in the audit trail. 1 to 255 characters. */
  reason: string
}

/**
 * What the identity provider offers, RFC 8414.
 *
 * @see docs/protocol.md#identity
 */
export interface Discovery {
  /** The `iss` of access tokens. */
  issuer: string
  /** Where tokens are issued. */
  token_endpoint: string
  /** Where tokens are revoked. */
  revocation_endpoint: string
  /** Where the keys are that tokens are verified with. */
  jwks_uri: string
  /** The grants that are implemented. */
  grant_types_supported: string[]
  /** The response types that are implemented. */
  response_types_supported: string[]
  /** How clients authenticate at the token endpoint. */
  token_endpoint_auth_methods_supported: string[]
  /** How assertions of clients may be signed at the token endpoint. */
  token_endpoint_auth_signing_alg_values_supported: string[]
  /** How clients authenticate at the revocation endpoint. */
  revocation_endpoint_auth_methods_supported: string[]
  /** How assertions of clients may be signed at the revocation endpoint. */
  revocation_endpoint_auth_signing_alg_values_supported: string[]
  /** The scopes that are implemented. */
  scopes_supported: string[]
  /** Where people sign in; left out where they cannot, as everything that belongs to it. */
  authorization_endpoint?: string | undefined
  /** Where a browser goes to sign out. */
  end_session_endpoint?: string | undefined
  /** Tells who a token of the code flow stands for. */
  userinfo_endpoint?: string | undefined
  /** How an authorization is answered: `query`. */
  response_modes_supported?: string[] | undefined
  /** `S256`, without which no code is given. */
  code_challenge_methods_supported?: string[] | undefined
  /** Whether answers name the issuer, RFC 9207. */
  authorization_response_iss_parameter_supported?: boolean | undefined
  /** `public`: a user has one `sub` for every client. */
  subject_types_supported?: string[] | undefined
  /** What ID tokens are signed with. */
  id_token_signing_alg_values_supported?: string[] | undefined
  /** The claims of ID tokens. */
  claims_supported?: string[] | undefined
  /** Languages of the pages, BCP 47. */
  ui_locales_supported?: string[] | undefined
}

/**
 * The token lacks the role. A 403 without a body comes from the edge of the service.
 *
 * @see docs/protocol.md#http-errors
 */
export interface Forbidden {
  /** What went wrong, in a fixed text. */
  error: 'Forbidden'
}

/**
 * The roots that simulated wallet tokens are signed under.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface GwalletKeys {
  /** The public keys. */
  keys: {
    /** SubjectPublicKeyInfo of the root, Base64. */
    keyValue: string
    /** Version of the wallet’s protocol. */
    protocolVersion: string
    /** When the root ends, milliseconds since the epoch as text; absent without an end. */
    keyExpiration?: string | undefined
  }[]
}

/**
 * What a page asks the web wallet with.
 *
 * @see docs/protocol.md#wallet-tokens
 */
export interface GwalletPayConfig {
  /** Where the wallet’s script is. */
  script_url: string
  /** Which of the wallet’s environments is meant. */
  environment: 'TEST' | 'PRODUCTION'
  /** Our id among the gateways that the wallet knows. */
  gateway: string
  /** The merchant’s id with the wallet, at our gateway. */
  gateway_merchant_id: string
  /** The id that the wallet gave when the page was registered; null in its TEST. */
  merchant_id: string | null
  /** Name of the merchant, as customers know it. */
  merchant_name: string | null
  /** The kinds of card that the wallet may give. */
  allowed_auth_methods: WalletAuthMethod[]
  /** The card brands that the wallet may give. */
  allowed_card_networks: string[]
  /** Whether the wallet asks for a billing address. */
  billing_address_required: boolean
}

/**
 * A simulated wallet token.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface GwalletToken {
  /** Base64 of the wallet token, for `payment_method.data.gwallet_pay_token`. */
  gwallet_pay_token: string
}

/**
 * A simulated wallet token to make, for the gateway to open.
 *
 * @see docs/protocol.md#simulated-wallets
 */
export interface GwalletTokenRequest {
  /** Number of a test card. */
  pan: string
  /** Expiry month, 1 to 12. 1 to 12. */
  expiration_month: number
  /** Expiry year, four digits. 2000 to 2099. */
  expiration_year: number
  /** Whether the token holds a card number or a network token with a cryptogram. */
  auth_method: WalletAuthMethod
  /** Seconds until the token expires; negative for an expired one. -86400 to 86400. */
  expires_in?: number | undefined
  /** The payee that the page names; without it the merchant of the sandbox. 1 to 255 characters. */
  gateway_merchant_id?: string | undefined
  /** Without it the token says nothing of the ECI. */
  eci_indicator?: string | undefined
}

/**
 * Something broke here; quote the request id.
 *
 * @see docs/protocol.md#http-errors
 */
export interface InternalServerError {
  /** What went wrong, in a fixed text. */
  error: 'Internal Server Error'
  /** Id of the request; quote it to support. */
  request_id: string
}

/**
 * Something the request names does not exist or is not offered: customer, saved card, tokenization, terminal.
 * Nothing was stored.
 *
 * @see docs/protocol.md#http-errors
 */
export interface InvalidRequest {
  /** How it stands. */
  status: 'INVALID'
  /** What is wrong, one item per member. */
  errors: {
    /** Dotted path of the member. */
    property: string
    /** What is wrong, in a sentence. */
    message: string
  }[]
  /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
  processing_code: string
}

/**
 * A sandbox in a list.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface ListedSandbox {
  /** Id of the sandbox. */
  sandbox_id: string
  /** Id of the merchant. */
  merchant_id: string
  /** Name of the sandbox, for lists. */
  name: string
  /** How far the test clock is ahead of real time. */
  clock_ahead_seconds: number
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
}

/**
 * The path exists, the method does not.
 *
 * @see docs/protocol.md#http-errors
 */
export interface MethodNotAllowed {
  /** What went wrong, in a fixed text. */
  error: 'Method Not Allowed'
}

/**
 * Does not exist, or belongs to another merchant.
 *
 * @see docs/protocol.md#http-errors
 */
export interface NotFound {
  /** What went wrong, in a fixed text. */
  error: 'Not Found'
}

/**
 * What the identity provider refused, RFC 6749 §5.2.
 *
 * @see docs/protocol.md#identity
 */
export interface OAuthError {
  /** What went wrong, in a fixed text. */
  error: string
  /** What went wrong, in a sentence. */
  error_description?: string | undefined
}

/**
 * A way to pay that the session offers.
 *
 * @see docs/protocol.md#browser-api
 */
export interface OfferedMethod {
  /** Which kind it is. */
  type: string
  /** The card brands that are accepted. */
  brands?: string[] | undefined
  /** What the wallet is asked with. */
  config?: GwalletPayConfig | undefined
}

/**
 * A saved card that the session offers.
 *
 * @see docs/protocol.md#browser-api
 */
export interface OfferedSavedCard {
  /** Id of the saved card, for `payment_method.data.payment_method_id`. */
  payment_method_id: string
  /** Brand of the card. */
  card_brand: string
  /** The card number with all but its first and last digits replaced. */
  card_masked: string
  /** The last four digits of the card number. */
  card_last_4: string
  /** Expiry month, 1 to 12. */
  card_exp_month: number
  /** Expiry year, four digits. */
  card_exp_year: number
  /** Whether the customer may remove the card here. */
  removable: boolean
}

/**
 * The body exceeds 64 KiB.
 *
 * @see docs/protocol.md#http-errors
 */
export interface PayloadTooLarge {
  /** What went wrong, in a fixed text. */
  error: 'Payload Too Large'
}

/**
 * A one-time link into the portal.
 *
 * @see docs/protocol.md#portal-link
 */
export interface PortalLink {
  /**
   * Opens the portal, once. The token stands behind the #, which browsers send nowhere. Example:
   * `'http://portal.localhost:8080/#link=Zt0…'`.
   */
  url: string
  /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
  expires_at: string
}

/**
 * What a provider reports about a transaction.
 *
 * @see docs/protocol.md#provider-callback
 */
export interface ProviderCallback {
  /** The account at the provider. 1 to 255 characters. */
  accountReference: string
  /** The gateway’s id of the transaction. 1 to 255 characters. */
  psTransactionId: string
  /** Id of the transaction in its own system. 1 to 255 characters. */
  transactionId: string
  /** The provider’s id of the customer. 1 to 255 characters. */
  userId: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** Major units, e.g. 10.5. */
  amount: string
  /** How the provider says it ended; read without regard to case. 1 to 255 characters. */
  status: string
  /** Direction of the money. */
  type: 'DEPOSIT' | 'WITHDRAWAL' | 'REFUND'
}

/**
 * The report is stored.
 *
 * @see docs/protocol.md#provider-callback
 */
export interface ProviderCallbackAccepted {
  /** How it stands. */
  status: 'OK'
}

/**
 * A transaction whose provider is to be asked once more what became of it.
 *
 * @see docs/protocol.md#decisions
 */
export interface QuestionRequest {
  /** The merchant’s id, or its `id` in the configuration file. 1 to 255 characters. */
  merchant_id: string
  /** Id of the transaction. 1 to 255 characters. */
  transaction_id: string
}

/**
 * A token to revoke, RFC 7009 §2.1.
 *
 * @see docs/protocol.md#identity
 */
export interface RevocationRequest {
  /** The token to revoke. */
  token: string
  /** Which kind of token it is, RFC 7009. */
  token_type_hint?: string | undefined
  /** Id of the API client. */
  client_id?: string | undefined
  /** Secret of the API client. Never log or store it in plain text. */
  client_secret?: string | undefined
  /** Kind of the assertion: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  client_assertion_type?: string | undefined
  /** A JWT that the client has signed, in place of a secret (RFC 7523 §2.2). */
  client_assertion?: string | undefined
}

/**
 * Payments that are declined with 4100, before all rules; 1000 entries of each kind at most.
 *
 * @see docs/protocol.md#risk-rules
 */
export interface RiskBlocked {
  /** Fingerprints of cards, as `payment_method.hash` of a transaction shows them. */
  cards?: string[] | undefined
  /** E-mail addresses of customers; kept as keyed hashes. */
  emails?: string[] | undefined
  /** Addresses of shoppers, IPv6 by its /64; kept as keyed hashes. */
  addresses?: string[] | undefined
}

/**
 * A limit of what may happen within a time.
 *
 * @see docs/protocol.md#risk-rules
 */
export interface RiskRule {
  /** Names the rule in the log and in metrics: lower-case letters, digits and hyphens. */
  id: string
  /**
   * Whose payments are counted together: CARD by its fingerprint, CUSTOMER by id or else by e-mail address,
   * ADDRESS of the shopper (IPv6 by its /64), MERCHANT, PROVIDER_ACCOUNT that is asked first.
   */
  subject: RiskSubject
  /**
   * PAYMENTS that began, AMOUNT of those under way or approved, REFUSALS, or REFUSED_CARDS (different cards).
   * What is under way counts as refused until it ended otherwise.
   */
  counts: RiskMeasure
  /** How many there may be; of AMOUNT in minor units. The payment that would exceed it matches. */
  most: number
  /** How far back is counted, in minutes. 1 to 43200. */
  within_minutes: number
  /**
   * Which codes are refusals; without it what issuers say of cards: 1000, 1004, 2001, 2002, 2003, 2005, 2006,
   * 2020, 3001, 4100, 4101.
   */
  codes?: ProcessingCode[] | undefined
  /** The currency that AMOUNT adds up; others are left out. Example: `'EUR'`. */
  currency?: Currency | undefined
  /** BLOCK declines the payment, NOTE only tells of it; without it BLOCK. */
  effect?: RiskEffect | undefined
}

/**
 * Which payments are declined without asking bank or provider.
 *
 * @see docs/protocol.md#risk-rules
 */
export interface RiskSettings {
  /** Limits, 20 at most; without it none. */
  rules?: RiskRule[] | undefined
  /** Who cannot pay; without it everybody can. */
  blocked?: RiskBlocked | undefined
}

/**
 * A sandbox read again: without secrets.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface Sandbox {
  /** Id of the sandbox. */
  sandbox_id: string
  /** Id of the merchant. */
  merchant_id: string
  /** Address of the API. */
  base_url: string
  /** Address of the identity provider. */
  auth_url: string
  /** Realm of the identity provider. */
  realm: string
  /** Id of the API client. */
  client_id: string
  /** The merchant’s public key for browsers. */
  client_key: string
  /** A terminal with every feature. */
  terminal_id: string
  /** The terminals of the sandbox, one for each set of features. */
  terminals: SandboxTerminal[]
  /** The keys that card fields are sealed for. */
  encryption_keys: EncryptionKeySet
  /** Where events are sent; null without an address. */
  webhook: {
    /** The address. */
    url: string
  } | null
}

/**
 * An API client of a sandbox.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxClient {
  /** Id of the API client. */
  client_id: string
  /** Secret of the API client. Never log or store it in plain text. */
  client_secret: string
  /** What the API client may do. */
  roles: GrantableRole[]
}

/**
 * An API client of a sandbox to make.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxClientRequest {
  /** What the API client may do. */
  roles: GrantableRole[]
}

/**
 * A complete merchant of the test environment.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxCredentials {
  /** Id of the sandbox. */
  sandbox_id: string
  /** Id of the merchant. */
  merchant_id: string
  /** Address of the API. */
  base_url: string
  /** Address of the identity provider. */
  auth_url: string
  /** Realm of the identity provider. */
  realm: string
  /** Id of the API client. */
  client_id: string
  /** The merchant’s public key for browsers. */
  client_key: string
  /** A terminal with every feature. */
  terminal_id: string
  /** The terminals of the sandbox, one for each set of features. */
  terminals: SandboxTerminal[]
  /** The keys that card fields are sealed for. */
  encryption_keys: EncryptionKeySet
  /** Secret of the API client. Never log or store it in plain text. */
  client_secret: string
  /** Where events are sent; null without an address. */
  webhook: {
    /** The address. */
    url: string
    /** Signs the messages: `whsec_` and Base64. */
    secret: string
  } | null
  /** The same as lines of a .env file. */
  env: string
}

/**
 * A fault that is switched on.
 *
 * @see docs/protocol.md#sandbox-faults
 */
export interface SandboxFault {
  /** What goes wrong. */
  kind: 'API_LATENCY' | 'API_ERROR' | 'API_UNAVAILABLE' | 'EDGE_REFUSAL' | 'PROVIDER_OUTAGE'
  /** Of API_LATENCY; else null. */
  latency_ms: number | null
  /** Of PROVIDER_OUTAGE; else null. */
  provider_ids: string[] | null
  /** When it ends by itself, in real time. Example: `'2026-01-31T10:15:00.000Z'`. */
  until: string
}

/**
 * Faults that are switched on.
 *
 * @see docs/protocol.md#sandbox-faults
 */
export interface SandboxFaultList {
  /** The members of this kind. */
  data: SandboxFault[]
  /** The providers that the sandbox has. */
  provider_ids: string[]
}

/**
 * A fault of a whole sandbox to switch on; one of the same kind is replaced.
 *
 * @see docs/protocol.md#sandbox-faults
 */
export type SandboxFaultRequest =
  | {
      /** What goes wrong. */
      kind: 'API_LATENCY'
      /** How much later each answer comes, in milliseconds. 1 to 30000. */
      latency_ms: number
      /** How long it lasts, in real time; ten minutes without it. 1 to 86400. */
      duration_seconds?: number | undefined
    }
  | {
      /** What goes wrong. */
      kind: 'API_ERROR'
      /** How long it lasts, in real time; ten minutes without it. 1 to 86400. */
      duration_seconds?: number | undefined
    }
  | {
      /** What goes wrong. */
      kind: 'API_UNAVAILABLE'
      /** How long it lasts, in real time; ten minutes without it. 1 to 86400. */
      duration_seconds?: number | undefined
    }
  | {
      /** What goes wrong. */
      kind: 'EDGE_REFUSAL'
      /** How long it lasts, in real time; ten minutes without it. 1 to 86400. */
      duration_seconds?: number | undefined
    }
  | {
      /** What goes wrong. */
      kind: 'PROVIDER_OUTAGE'
      /** Which providers; all that the sandbox has without it. */
      provider_ids?: string[] | undefined
      /** How long it lasts, in real time; ten minutes without it. 1 to 86400. */
      duration_seconds?: number | undefined
    }

/**
 * Sandboxes, the oldest first.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxList {
  /** The members of this kind. */
  data: ListedSandbox[]
}

/**
 * A sandbox to make.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxRequest {
  /** Name of the sandbox, for lists. 1 to 255 characters. */
  name?: string | undefined
  /**
   * Where events are sent: https, or this machine. At most 2048 characters. Example:
   * `'https://shop.example/return'`.
   */
  webhook_url?: string | undefined
  /**
   * What is delivered to webhook_url: event names, short filters, or `*`; without it every transaction event and
   * tokenized cards.
   */
  webhook_filters?: (WebhookEventName | WebhookFilter)[] | undefined
  /** Web origins that may call the browser API; without it any. */
  origins?: string[] | undefined
  /** What the API client may do. */
  roles?: GrantableRole[] | undefined
  /** Limits and lists for all payments of the sandbox; without it every payment is let through. */
  risk?: RiskSettings | undefined
}

/**
 * A snapshot of a sandbox.
 *
 * @see docs/protocol.md#snapshots
 */
export interface SandboxSnapshot {
  /**
   * What the snapshot is called: letters, digits, `.`, `_` and `-`, 64 characters at most. Example:
   * `'before-refunds'`.
   */
  name: string
  /** When it was taken, by real time. Example: `'2026-01-31T10:15:00.000Z'`. */
  taken_at: string
  /** How many stored records the snapshot has, of the simulators too. */
  rows: number
  /** How many of the records are transactions. */
  transactions: number
  /** How far the test clock was ahead of real time. */
  clock_ahead_seconds: number
}

/**
 * Snapshots, the newest first.
 *
 * @see docs/protocol.md#snapshots
 */
export interface SandboxSnapshotList {
  /** The members of this kind. */
  data: SandboxSnapshot[]
}

/**
 * A snapshot to take; one of the same name is replaced.
 *
 * @see docs/protocol.md#snapshots
 */
export interface SandboxSnapshotRequest {
  /**
   * What the snapshot is called: letters, digits, `.`, `_` and `-`, 64 characters at most. Example:
   * `'before-refunds'`.
   */
  name: string
}

/**
 * A terminal of a sandbox.
 *
 * @see docs/protocol.md#sandboxes
 */
export interface SandboxTerminal {
  /** The terminal that the transaction runs against. */
  terminal_id: string
  /** What can be done at the terminal. */
  features: TerminalFeature[]
  /** What the terminal is for. */
  note: string
}

/**
 * Not able to answer right now.
 *
 * @see docs/protocol.md#http-errors
 */
export interface ServiceUnavailable {
  /** What went wrong, in a fixed text. */
  error: 'Service Unavailable'
}

/**
 * The session is canceled.
 *
 * @see docs/protocol.md#browser-api
 */
export interface SessionCanceled {
  /** How it stands. */
  status: 'CANCELED'
}

/**
 * The keys that access tokens are verified with.
 *
 * @see docs/protocol.md#identity
 */
export interface SigningKeySet {
  /** The public keys. */
  keys: {
    /** Key type, RFC 7517. */
    kty: 'RSA'
    /** Modulus, Base64url. */
    n: string
    /** Exponent, Base64url. */
    e: string
    /** What the key is for. */
    use: 'sig'
    /** Algorithm that the key is for. */
    alg: 'RS256'
    /** Id of the key. */
    kid: string
  }[]
}

/**
 * A request for an access token. Which fields are needed depends on the grant.
 *
 * @see docs/protocol.md#identity
 */
export interface TokenRequest {
  /** OAuth 2.0 grant. Example: `'client_credentials'`. */
  grant_type: string
  /** Id of the API client. */
  client_id?: string | undefined
  /** Secret of the API client. Never log or store it in plain text. */
  client_secret?: string | undefined
  /** Kind of the assertion: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  client_assertion_type?: string | undefined
  /** A JWT that the client has signed, in place of a secret (RFC 7523 §2.2). */
  client_assertion?: string | undefined
  /** Gets the next access token. */
  refresh_token?: string | undefined
  /** Of an authorization, good once and for a minute. */
  code?: string | undefined
  /** The address that the code was sent to. */
  redirect_uri?: string | undefined
  /** What the code challenge was made of, RFC 7636. */
  code_verifier?: string | undefined
  /** OAuth 2.0 scopes, separated by spaces. */
  scope?: string | undefined
}

/**
 * An access token.
 *
 * @see docs/protocol.md#identity
 */
export interface TokenResponse {
  /** JWT for `Authorization: Bearer`. */
  access_token: string
  /** Seconds. */
  expires_in: number
  /** Seconds. */
  refresh_expires_in?: number | undefined
  /** Good for one use. */
  refresh_token?: string | undefined
  /** Says who signed in; of the code flow alone. */
  id_token?: string | undefined
  /** How the access token is sent. */
  token_type: 'Bearer'
  /** Seconds since the epoch; tokens issued before are not accepted. */
  'not-before-policy'?: number | undefined
  /** Id of the family of tokens. */
  session_state?: string | undefined
  /** OAuth 2.0 scopes, separated by spaces. */
  scope: string
}

/**
 * `Retry-After` says how many seconds to wait.
 *
 * @see docs/protocol.md#rate-limits
 */
export interface TooManyRequests {
  /** What went wrong, in a fixed text. */
  error: 'Too Many Requests'
}

/**
 * The credentials are missing or not valid.
 *
 * @see docs/protocol.md#http-errors
 */
export interface Unauthorized {
  /** What went wrong, in a fixed text. */
  error: 'Unauthorized'
}

/**
 * A request that was understood and refused; `status` is a number or `INVALID`.
 *
 * @see docs/protocol.md#http-errors
 */
export type Unprocessable = ValidationFailure | InvalidRequest

/**
 * The body has another content type than the endpoint reads.
 *
 * @see docs/protocol.md#http-errors
 */
export interface UnsupportedMediaType {
  /** What went wrong, in a fixed text. */
  error: 'Unsupported Media Type'
}

/**
 * All problems of the request together, in the order of its members.
 *
 * @see docs/protocol.md#http-errors
 */
export interface ValidationFailure {
  /** What is wrong, one item per member. */
  errors: ErrorItem[]
  /** The endpoint that refused the request. */
  method: string
  /** The HTTP status. */
  status: 422
}

/**
 * What a webhook message says.
 *
 * @see docs/protocol.md#webhooks
 */
export type WebhookEvent = TransactionEvent | TokenizationEvent

/**
 * What is left out is off; an empty object switches everything off.
 *
 * @see docs/protocol.md#webhook-laboratory
 */
export interface WebhookLaboratoryRequest {
  /** From 0, never, to 1, always; false and true mean the same. */
  duplicate?: number | undefined
  /** From 0, never, to 1, always; false and true mean the same. */
  reorder?: number | undefined
  /** From 0, never, to 1, always; false and true mean the same. */
  drop?: number | undefined
  /** How long every message is held back. 0 to 3600. */
  delay_seconds?: number | undefined
  /** Decides which messages a fault hits; the same seed hits the same ones. 1 to 255 characters. */
  seed?: string | undefined
}

/**
 * A delivery to send again, changed or as it was.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookResendRequest {
  /**
   * Members to replace, at any depth; objects are merged, everything else takes the place of what was there.
   * Without it the event is sent as it was.
   */
  changes?: Record<string, unknown> | undefined
}

/**
 * Where events are sent, with the secret that signs them.
 *
 * @see docs/protocol.md#webhook-subscriptions
 */
export interface WebhookSubscriptionCreated {
  /** Id of the subscription. */
  id: string
  /** The address. */
  url: string
  /** Event names and short filters. */
  filters: string[]
  /** How it stands. */
  status: WebhookSubscriptionStatus
  /** Why nothing is sent any more; null while the subscription is active. */
  disabled_reason: WebhookDisabledReason | null
  /** When sending stopped; null while the subscription is active. */
  disabled_at: string | null
  /** The first failure after the last success, at the present address; null while deliveries succeed. */
  failing_since: string | null
  /** Until then messages are signed with the previous secret too. */
  previous_secret_valid_until: string | null
  /** The faults that are injected on purpose; null without any. */
  laboratory: WebhookLaboratory | null
  /** `whsec_` and Base64. Shown this once. Example: `'whsec_…'`. */
  secret: string
}

/**
 * Where events are to be sent.
 *
 * @see docs/protocol.md#webhook-subscriptions
 */
export interface WebhookSubscriptionRequest {
  /** The address. At most 2048 characters. Example: `'https://shop.example/return'`. */
  url: string
  /** Without it every transaction event and tokenized cards. */
  filters?: (WebhookEventName | WebhookFilter)[] | undefined
}

/**
 * The event of a transaction, changed or as it is.
 *
 * @see docs/protocol.md#webhook-laboratory
 */
export interface WebhookTestMessageRequest {
  /** A transaction of the merchant that is final: its last event is the message. 1 to 255 characters. */
  transaction_id: string
  /**
   * Members to replace, at any depth; objects are merged, everything else takes the place of what was there.
   * Without it the event is sent as it was.
   */
  changes?: Record<string, unknown> | undefined
}

/** The parsed path, query and body of each endpoint, and the body of its success. */
export interface EndpointTypes {
  /** Create an embedded-fields session. */
  createSession: { params: undefined; query: undefined; body: SessionRequest; answer: EmbeddedSession }
  /** Read a session. */
  getSession: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: undefined
    answer: SessionState
  }
  /** Create a hosted payment page session. */
  createHostedPaymentPage: {
    params: undefined
    query: undefined
    body: HostedPaymentPageRequest
    answer: HostedPaymentPage
  }
  /** Authorize or purchase. */
  authorize: { params: undefined; query: undefined; body: AuthorizeRequest; answer: Envelope }
  /** Continue after the device fingerprint. */
  requestAuthentication: {
    params: {
      /** The 3DS server transaction id of the action token. */
      threeDsServerTransId: string
    }
    query: undefined
    body: RequestAuthenticationRequest
    answer: Envelope
  }
  /** Continue after the challenge. */
  completeAuthentication: {
    params: undefined
    query: undefined
    body: CompleteAuthenticationRequest
    answer: Envelope
  }
  /** Read a transaction. */
  getStatus: {
    params: {
      /** A transaction id, or a session id: then its latest transaction. */
      id: string
    }
    query: undefined
    body: undefined
    answer: StatusFound
  }
  /** Find transactions. */
  listTransactions: { params: undefined; query: TransactionQuery; body: undefined; answer: TransactionList }
  /** Read what happened to a transaction. */
  getTimeline: {
    params: {
      /** The id of a transaction. */
      id: string
    }
    query: undefined
    body: undefined
    answer: Timeline
  }
  /** Find requests that failed. */
  listFailedRequests: {
    params: undefined
    query: FailedRequestQuery
    body: undefined
    answer: FailedRequestList
  }
  /** Follow events as they happen. */
  streamEvents: { params: undefined; query: EventStreamQuery; body: undefined; answer: string }
  /** Collect with an alternative payment method. */
  createPayment: { params: undefined; query: undefined; body: PaymentRequest; answer: Envelope }
  /** Pay out to a bank account. */
  createPayout: { params: undefined; query: undefined; body: PayoutRequest; answer: Envelope }
  /** Capture, refund or void. */
  manage: { params: undefined; query: undefined; body: ManageRequest; answer: Transaction }
  /** Create a customer. */
  createCustomer: { params: undefined; query: undefined; body: CustomerRequest; answer: Customer }
  /** List customers. */
  listCustomers: { params: undefined; query: CustomerQuery; body: undefined; answer: CustomerList }
  /** Read a customer. */
  getCustomer: {
    params: {
      /** Id of the customer. */
      id: string
    }
    query: undefined
    body: undefined
    answer: Customer
  }
  /** Erase a customer. */
  deleteCustomer: {
    params: {
      /** Id of the customer. */
      id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the saved cards of a customer. */
  listCustomerPaymentMethods: {
    params: {
      /** Id of the customer. */
      id: string
    }
    query: undefined
    body: undefined
    answer: SavedPaymentMethodList
  }
  /** Read a saved card. */
  getPaymentMethod: {
    params: {
      /** Id of the saved card, for `payment_method.data.payment_method_id`. */
      payment_method_id: string
    }
    query: undefined
    body: undefined
    answer: SavedPaymentMethod
  }
  /** Delete a saved card. */
  deletePaymentMethod: {
    params: {
      /** Id of the saved card, for `payment_method.data.payment_method_id`. */
      payment_method_id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the webhook subscriptions. */
  listWebhookSubscriptions: {
    params: undefined
    query: undefined
    body: undefined
    answer: WebhookSubscriptionList
  }
  /** Replace the signing secret of a subscription. */
  rotateWebhookSecret: {
    params: {
      /** Id of the subscription. */
      subscription_id: string
    }
    query: undefined
    body: undefined
    answer: WebhookSecretRotation
  }
  /** Enable a subscription again. */
  enableWebhookSubscription: {
    params: {
      /** Id of the subscription. */
      subscription_id: string
    }
    query: undefined
    body: undefined
    answer: WebhookSubscription
  }
  /** List webhook deliveries. */
  listWebhookDeliveries: {
    params: undefined
    query: WebhookDeliveryQuery
    body: undefined
    answer: WebhookDeliveryList
  }
  /** Read a webhook delivery. */
  getWebhookDelivery: {
    params: {
      /** Id of the delivery. */
      delivery_id: string
    }
    query: undefined
    body: undefined
    answer: WebhookDeliveryDetail
  }
  /** Send webhooks again. */
  replayWebhookDeliveries: {
    params: undefined
    query: undefined
    body: WebhookReplayRequest
    answer: WebhookReplay
  }
  /** Explain why a message does not verify. */
  explainWebhookSignature: {
    params: undefined
    query: undefined
    body: SignatureExplanationRequest
    answer: SignatureExplanation
  }
  /** Read the keys that card fields are sealed for. */
  getEncryptionKeys: { params: undefined; query: undefined; body: undefined; answer: EncryptionKeySet }
  /** Read what the browser needs to draw the form. */
  getClientSession: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: undefined
    answer: ClientSession
  }
  /** Pay a session. */
  createClientPayment: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: ClientPaymentRequest
    answer: ClientEnvelope
  }
  /** Continue after the device fingerprint. */
  requestClientAuthentication: {
    params: {
      /** Id of the session. */
      session_id: string
      /** The 3DS server transaction id of the action token. */
      id: string
    }
    query: undefined
    body: RequestAuthenticationRequest
    answer: ClientEnvelope
  }
  /** Continue after the challenge. */
  completeClientAuthentication: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: CompleteAuthenticationRequest
    answer: ClientEnvelope
  }
  /** Cancel a session. */
  cancelClientSession: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: undefined
    answer: SessionCanceled
  }
  /** Remove a saved card of the session’s customer. */
  removeClientPaymentMethod: {
    params: {
      /** Id of the session. */
      session_id: string
      /** Id of the saved card, for `payment_method.data.payment_method_id`. */
      payment_method_id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Read the outcome of a session. */
  getClientSessionStatus: {
    params: {
      /** Id of the session. */
      session_id: string
    }
    query: undefined
    body: undefined
    answer: ClientSessionStatus
  }
  /** Report the outcome of a transaction. */
  receiveProviderCallback: {
    params: {
      /** Code of the provider that reports. */
      provider_code: string
    }
    query: undefined
    body: ProviderCallback
    answer: ProviderCallbackAccepted
  }
  /** Get an access token. */
  issueToken: { params: undefined; query: undefined; body: TokenRequest; answer: TokenResponse }
  /** Revoke a token. */
  revokeToken: { params: undefined; query: undefined; body: RevocationRequest; answer: undefined }
  /** Read the keys that access tokens are verified with. */
  getSigningKeys: { params: undefined; query: undefined; body: undefined; answer: SigningKeySet }
  /** Discover the identity provider. */
  getDiscovery: { params: undefined; query: undefined; body: undefined; answer: Discovery }
  /** Decide an outcome that a provider does not tell. */
  decideOutcome: { params: undefined; query: undefined; body: DecisionRequest; answer: Transaction }
  /** Have a provider asked once more. */
  askProvider: { params: undefined; query: undefined; body: QuestionRequest; answer: Transaction }
  /** Read a sandbox’s clock. */
  readClock: { params: undefined; query: undefined; body: undefined; answer: ClockReading }
  /** Move a sandbox’s clock forward. */
  advanceClock: { params: undefined; query: undefined; body: ClockAdvance; answer: ClockReading }
  /** Make a one-time link into the portal. */
  createPortalLink: { params: undefined; query: undefined; body: undefined; answer: PortalLink }
  /** List sandboxes. */
  listSandboxes: { params: undefined; query: undefined; body: undefined; answer: SandboxList }
  /** Make an isolated merchant. */
  createSandbox: { params: undefined; query: undefined; body: SandboxRequest; answer: SandboxCredentials }
  /** Read a sandbox. */
  getSandbox: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: undefined
    answer: Sandbox
  }
  /** Remove a sandbox. */
  deleteSandbox: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Make another client of a sandbox. */
  createSandboxClient: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: SandboxClientRequest
    answer: SandboxClient
  }
  /** Empty a sandbox. */
  resetSandbox: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the snapshots of a sandbox. */
  listSandboxSnapshots: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: undefined
    answer: SandboxSnapshotList
  }
  /** Take a snapshot of a sandbox. */
  takeSandboxSnapshot: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: SandboxSnapshotRequest
    answer: SandboxSnapshot
  }
  /** Restore a snapshot of a sandbox. */
  restoreSandboxSnapshot: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
      /** Name of the sandbox, for lists. */
      name: string
    }
    query: undefined
    body: undefined
    answer: SandboxSnapshot
  }
  /** Delete a snapshot of a sandbox. */
  deleteSandboxSnapshot: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
      /** Name of the sandbox, for lists. */
      name: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** List the faults of a sandbox. */
  listSandboxFaults: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: undefined
    answer: SandboxFaultList
  }
  /** Switch on a fault of a sandbox. */
  setSandboxFault: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
    }
    query: undefined
    body: SandboxFaultRequest
    answer: SandboxFault
  }
  /** Switch off a fault of a sandbox. */
  clearSandboxFault: {
    params: {
      /** Id of the sandbox. */
      sandbox_id: string
      /** What goes wrong. */
      kind: 'API_LATENCY' | 'API_ERROR' | 'API_UNAVAILABLE' | 'EDGE_REFUSAL' | 'PROVIDER_OUTAGE'
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Subscribe to the events of a sandbox. */
  createWebhookSubscription: {
    params: undefined
    query: undefined
    body: WebhookSubscriptionRequest
    answer: WebhookSubscriptionCreated
  }
  /** Remove a subscription of a sandbox. */
  deleteWebhookSubscription: {
    params: {
      /** Id of the subscription. */
      subscription_id: string
    }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** Let deliveries of a subscription go wrong. */
  setWebhookLaboratory: {
    params: {
      /** Id of the subscription. */
      subscription_id: string
    }
    query: undefined
    body: WebhookLaboratoryRequest
    answer: WebhookSubscription
  }
  /** Send an edited copy of a delivery. */
  resendWebhookDelivery: {
    params: {
      /** Id of the delivery. */
      delivery_id: string
    }
    query: undefined
    body: WebhookResendRequest
    answer: WebhookDelivery
  }
  /** Send a test message from a transaction. */
  sendWebhookTestMessage: {
    params: {
      /** Id of the subscription. */
      subscription_id: string
    }
    query: undefined
    body: WebhookTestMessageRequest
    answer: WebhookDelivery
  }
  /** Make a wallet token. */
  createGwalletToken: { params: undefined; query: undefined; body: GwalletTokenRequest; answer: GwalletToken }
  /** Make a wallet token for the merchant to decrypt. */
  createAwalletToken: { params: undefined; query: undefined; body: AwalletTokenRequest; answer: AwalletToken }
  /** Read what a merchant opens simulated wallet tokens with. */
  getAwalletMerchant: {
    params: {
      /** As the wallet knows the merchant: `merchant.` and a name. Example: `'merchant.com.example.shop'`. */
      merchant_identifier: string
    }
    query: undefined
    body: undefined
    answer: AwalletMerchant
  }
  /** Read the roots of simulated wallet tokens. */
  getGwalletKeys: { params: undefined; query: undefined; body: undefined; answer: GwalletKeys }
}

/** Every type of the contract by its name, to compare them with the schemas. */
export interface ContractTypes {
  ActionRequired: ActionRequired
  ActionToken: ActionToken
  AlternativeMethod: AlternativeMethod
  AuthorizeMethod: AuthorizeMethod
  AuthorizeOptions: AuthorizeOptions
  AuthorizeRequest: AuthorizeRequest
  AwalletMerchant: AwalletMerchant
  AwalletToken: AwalletToken
  AwalletTokenRequest: AwalletTokenRequest
  BadRequest: BadRequest
  BankTransferInstructions: BankTransferInstructions
  Beneficiary: Beneficiary
  BlikMethod: BlikMethod
  Branding: Branding
  BrowserInfo: BrowserInfo
  CardMethod: CardMethod
  ClientEnvelope: ClientEnvelope
  ClientMethod: ClientMethod
  ClientPaymentRequest: ClientPaymentRequest
  ClientSavedCardMethod: ClientSavedCardMethod
  ClientSession: ClientSession
  ClientSessionStatus: ClientSessionStatus
  ClientTransaction: ClientTransaction
  ClockAdvance: ClockAdvance
  ClockReading: ClockReading
  CompleteAuthenticationRequest: CompleteAuthenticationRequest
  Conflict: Conflict
  Customer: Customer
  CustomerData: CustomerData
  CustomerEcho: CustomerEcho
  CustomerInput: CustomerInput
  CustomerList: CustomerList
  CustomerQuery: CustomerQuery
  CustomerRequest: CustomerRequest
  DecisionRequest: DecisionRequest
  Discovery: Discovery
  EmbeddedSession: EmbeddedSession
  EncryptionKey: EncryptionKey
  EncryptionKeySet: EncryptionKeySet
  Envelope: Envelope
  ErrorItem: ErrorItem
  EventStreamQuery: EventStreamQuery
  FailedRequest: FailedRequest
  FailedRequestList: FailedRequestList
  FailedRequestQuery: FailedRequestQuery
  Forbidden: Forbidden
  FormSubmit: FormSubmit
  GwalletKeys: GwalletKeys
  GwalletPayConfig: GwalletPayConfig
  GwalletPayMethod: GwalletPayMethod
  GwalletToken: GwalletToken
  GwalletTokenRequest: GwalletTokenRequest
  HostedPaymentPage: HostedPaymentPage
  HostedPaymentPageRequest: HostedPaymentPageRequest
  InternalServerError: InternalServerError
  InvalidRequest: InvalidRequest
  ListedSandbox: ListedSandbox
  ManageRequest: ManageRequest
  Metadata: Metadata
  MethodNotAllowed: MethodNotAllowed
  NetworkTokenMethod: NetworkTokenMethod
  NotFound: NotFound
  OAuthError: OAuthError
  OfferedMethod: OfferedMethod
  OfferedSavedCard: OfferedSavedCard
  Operations: Operations
  PayloadTooLarge: PayloadTooLarge
  PaymentMethodData: PaymentMethodData
  PaymentRequest: PaymentRequest
  PayoutRequest: PayoutRequest
  PortalLink: PortalLink
  ProcessingResult: ProcessingResult
  ProviderCallback: ProviderCallback
  ProviderCallbackAccepted: ProviderCallbackAccepted
  ProviderRedirectMethod: ProviderRedirectMethod
  QuestionRequest: QuestionRequest
  Redirect: Redirect
  RequestAuthenticationRequest: RequestAuthenticationRequest
  RetryAttempt: RetryAttempt
  RetryOptions: RetryOptions
  RevocationRequest: RevocationRequest
  RiskBlocked: RiskBlocked
  RiskRule: RiskRule
  RiskSettings: RiskSettings
  Sandbox: Sandbox
  SandboxClient: SandboxClient
  SandboxClientRequest: SandboxClientRequest
  SandboxCredentials: SandboxCredentials
  SandboxFault: SandboxFault
  SandboxFaultList: SandboxFaultList
  SandboxFaultRequest: SandboxFaultRequest
  SandboxList: SandboxList
  SandboxRequest: SandboxRequest
  SandboxSnapshot: SandboxSnapshot
  SandboxSnapshotList: SandboxSnapshotList
  SandboxSnapshotRequest: SandboxSnapshotRequest
  SandboxTerminal: SandboxTerminal
  SavedCardMethod: SavedCardMethod
  SavedPaymentMethod: SavedPaymentMethod
  SavedPaymentMethodList: SavedPaymentMethodList
  ServiceUnavailable: ServiceUnavailable
  SessionCanceled: SessionCanceled
  SessionRequest: SessionRequest
  SessionState: SessionState
  SignatureExplanation: SignatureExplanation
  SignatureExplanationRequest: SignatureExplanationRequest
  SigningKeySet: SigningKeySet
  StatusFound: StatusFound
  StatusNotFound: StatusNotFound
  TextMetadata: TextMetadata
  Timeline: Timeline
  TimelineEntry: TimelineEntry
  TokenRequest: TokenRequest
  TokenResponse: TokenResponse
  Tokenization: Tokenization
  TokenizationEvent: TokenizationEvent
  TooManyRequests: TooManyRequests
  Transaction: Transaction
  TransactionData: TransactionData
  TransactionEvent: TransactionEvent
  TransactionEventPayload: TransactionEventPayload
  TransactionList: TransactionList
  TransactionQuery: TransactionQuery
  Unauthorized: Unauthorized
  Unprocessable: Unprocessable
  UnsupportedMediaType: UnsupportedMediaType
  ValidationFailure: ValidationFailure
  WebhookAttempt: WebhookAttempt
  WebhookDelivery: WebhookDelivery
  WebhookDeliveryDetail: WebhookDeliveryDetail
  WebhookDeliveryList: WebhookDeliveryList
  WebhookDeliveryQuery: WebhookDeliveryQuery
  WebhookEvent: WebhookEvent
  WebhookLaboratory: WebhookLaboratory
  WebhookLaboratoryRequest: WebhookLaboratoryRequest
  WebhookReplay: WebhookReplay
  WebhookReplayRequest: WebhookReplayRequest
  WebhookResendRequest: WebhookResendRequest
  WebhookSecretRotation: WebhookSecretRotation
  WebhookSubscription: WebhookSubscription
  WebhookSubscriptionCreated: WebhookSubscriptionCreated
  WebhookSubscriptionList: WebhookSubscriptionList
  WebhookSubscriptionRequest: WebhookSubscriptionRequest
  WebhookTestMessageRequest: WebhookTestMessageRequest
}
