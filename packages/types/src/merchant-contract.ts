/**
 * What a merchant's server sends to a gateway, gets back and is told by webhooks, as types: everything that the bodies of its
 * endpoints lead to. Written by `npm run contract` from the schemas beside this file; change those.
 *
 * @module
 */

import type {
  ActionType,
  CardBrand,
  CardTransactionType,
  Currency,
  Eci,
  Initiator,
  ManageType,
  NetworkTokenSource,
  PaymentMethod,
  PaymentResultType,
  ProviderRedirectType,
  RetryStatus,
  SessionKind,
  SessionStatus,
  TokenizationEventName,
  TokenizeFor,
  TransStatus,
  TransactionEventName,
  TransactionStatus,
  TransactionType,
  WebhookDeliveryStatus,
  WebhookDisabledReason,
  WebhookFailureCause,
  WebhookSubscriptionStatus,
} from './vocabulary/index.ts'

/**
 * The customer’s browser has to take a 3-D Secure step.
 *
 * @see docs/protocol.md#three-ds
 */
export interface ActionRequired {
  /** Id of the transaction. */
  transaction_id: string
  /** Id of the session. */
  session_id: string
  /** Which kind it is. */
  type: ActionType
  /** Base64 of the JSON action token. */
  token: string
  /** Opaque; sent back unchanged with the next step. */
  payment_data: string
}

/**
 * The decoded `action.token`. Members that the step does not need are null.
 *
 * @see docs/protocol.md#action-token
 */
export interface ActionToken {
  /** Where the issuer takes its device fingerprint; null without that step. */
  three_ds_method_url: string | null
  /** Id of the authentication at the 3DS Server, `threeDSServerTransID`. */
  three_ds_server_trans_id: string
  /** Where the issuer reports that the fingerprint is taken. */
  three_ds_method_notification_url: string | null
  /** Where the challenge is posted to; null without a challenge. */
  acs_url: string | null
  /** Id of the authentication at the issuer, `acsTransID`. */
  acs_trans_id: string | null
  /** EMV 3DS version of the messages. */
  message_version: string
  /** Size of the challenge’s window, `01` to `05` of EMV 3DS. */
  challenge_window_size: string
}

/**
 * A card, a saved card, a token, the local scheme or a provider redirect; `type` tells them apart.
 *
 * @see docs/protocol.md#authorize-members
 */
export type AuthorizeMethod =
  | CardMethod
  | SavedCardMethod
  | NetworkTokenMethod
  | GwalletPayMethod
  | BlikMethod
  | ProviderRedirectMethod

/**
 * `three_ds` is for the gateway; all other members go to the provider.
 *
 * @see docs/protocol.md#authorize-members
 */
export interface AuthorizeOptions {
  /** Settings of 3-D Secure. */
  three_ds?:
    | {
        /**
         * Receives the challenge result instead of the service; https, at most 256 characters. Example:
         * `'https://shop.example/three-ds/result'`.
         */
        notification_url?: string | undefined
      }
    | undefined
  [member: string]: unknown
}

/**
 * Paid with a card, a saved card or a token: the issuer may ask for 3-D Secure in this browser.
 *
 * @see docs/protocol.md#authorize-members
 */
export interface AuthorizeCardRequest {
  /** The merchant’s own text for the order; unique per terminal. 1 to 40 characters. Example: `'order-1001'`. */
  reference: string
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** What is paid for, as the customer reads it. At most 255 characters. */
  description?: string | undefined
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /** How the customer pays. */
  payment_method: CardMethod | SavedCardMethod | NetworkTokenMethod | GwalletPayMethod
  /** The customer who pays. */
  customer?: CustomerInput | undefined
  /** Required for card payments, apart from merchant-initiated charges. */
  browser_info: BrowserInfo
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
  /**
   * Where the customer goes afterwards; required for the local scheme and provider redirects. At most 2048
   * characters. Example: `'https://shop.example/return'`.
   */
  return_url?: string | undefined
  /** Whether, and for what, the card is saved. */
  tokenization?: Tokenization | undefined
  /**
   * Without it the record has the address of the connection, and no issuer and no provider is told one. Example:
   * `'203.0.113.7'`.
   */
  customer_ip?: string | undefined
  /** Settings for special cases. */
  options?: AuthorizeOptions | undefined
}

/**
 * Paid with the local scheme, or on a page of the provider: the customer comes back to `return_url`.
 *
 * @see docs/protocol.md#authorize-members
 */
export interface AuthorizeRedirectRequest {
  /** The merchant’s own text for the order; unique per terminal. 1 to 40 characters. Example: `'order-1001'`. */
  reference: string
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** What is paid for, as the customer reads it. At most 255 characters. */
  description?: string | undefined
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: 'PURCHASE'
  /** How the customer pays. */
  payment_method: BlikMethod | ProviderRedirectMethod
  /** The customer who pays. */
  customer?: CustomerInput | undefined
  /** Required for card payments, apart from merchant-initiated charges. */
  browser_info?: BrowserInfo | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
  /**
   * Where the customer goes afterwards; required for the local scheme and provider redirects. At most 2048
   * characters. Example: `'https://shop.example/return'`.
   */
  return_url: string
  /** Whether, and for what, the card is saved. */
  tokenization?: Tokenization | undefined
  /**
   * Without it the record has the address of the connection, and no issuer and no provider is told one. Example:
   * `'203.0.113.7'`.
   */
  customer_ip?: string | undefined
  /** Settings for special cases. */
  options?: AuthorizeOptions | undefined
}

/**
 * A charge of a saved card while the customer is away, so without browser and CVV: the card was saved with
 * `tokenize_for` MERCHANT_INITIATED_TRANSACTION and an authenticated payment, and the client has the role
 * `transactions:merchant-initiated`.
 *
 * @see docs/protocol.md#authorize-members
 */
export interface AuthorizeMerchantInitiatedRequest {
  /** The merchant’s own text for the order; unique per terminal. 1 to 40 characters. Example: `'order-1001'`. */
  reference: string
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** What is paid for, as the customer reads it. At most 255 characters. */
  description?: string | undefined
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /** How the customer pays. */
  payment_method: SavedCardMethod
  /** The customer who pays. */
  customer?: CustomerInput | undefined
  /** Required for card payments, apart from merchant-initiated charges. */
  browser_info?: undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
  /**
   * Where the customer goes afterwards; required for the local scheme and provider redirects. At most 2048
   * characters. Example: `'https://shop.example/return'`.
   */
  return_url?: string | undefined
  /** Whether, and for what, the card is saved. */
  tokenization?: Tokenization | undefined
  /**
   * Without it the record has the address of the connection, and no issuer and no provider is told one. Example:
   * `'203.0.113.7'`.
   */
  customer_ip?: string | undefined
  /** Settings for special cases. */
  options?: AuthorizeOptions | undefined
}

/**
 * A purchase or an authorization. `payment_method.type` says which other members it needs.
 *
 * @see docs/protocol.md#authorize-members
 */
export type AuthorizeRequest =
  | AuthorizeCardRequest
  | AuthorizeRedirectRequest
  | AuthorizeMerchantInitiatedRequest

/**
 * Where the customer transfers the money to.
 *
 * @see docs/protocol.md#transactions
 */
export interface BankTransferInstructions {
  /** Name of the account’s holder. */
  account_name: string
  /** Account number, ISO 13616. */
  iban: string
  /** Bank identifier, ISO 9362. */
  bic: string
  /** What the customer writes as the purpose of the transfer. */
  reference: string
  /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
  expires_at: string
}

/**
 * The bank account that a payout goes to.
 *
 * @see docs/protocol.md#payouts
 */
export interface Beneficiary {
  /** Which kind it is. */
  type: 'bank_account'
  /** The members of this kind. */
  data: {
    /** Account number; an IBAN where the country has them. 1 to 255 characters. Example: `'123456789001'`. */
    account_number: string
    /** Name of the account’s holder. 1 to 100 characters. */
    account_name: string
    /** Required for INR, ignored for other currencies. At most 255 characters. Example: `'HDFC0001234'`. */
    ifsc?: string | undefined
    /** Code of the bank in its country. At most 255 characters. */
    bank_code?: string | undefined
    /** Name of the bank. At most 255 characters. */
    bank_name?: string | undefined
    /** Branch of the bank. At most 255 characters. */
    bank_branch?: string | undefined
    /** Street and house number of the bank. At most 255 characters. */
    bank_address?: string | undefined
    /** Town of the bank. At most 255 characters. */
    bank_city?: string | undefined
    /** State or region of the bank. At most 255 characters. */
    bank_state?: string | undefined
    /** Mobile number of the account’s holder, E.164 or ten Indian digits. At most 255 characters. */
    mobile?: string | undefined
  }
}

/**
 * The local instant scheme, in PLN.
 *
 * @see docs/protocol.md#local-instant-scheme
 */
export interface BlikMethod {
  /** Which kind it is. */
  type: 'partner-blik'
  /** The members of this kind. */
  data: {
    /** E-mail address. At most 512 characters. Example: `'ada@example.com'`. */
    email: string
    /** Given name. 1 to 255 characters. */
    first_name: string
    /** Family name. 1 to 255 characters. */
    last_name: string
    /** E.164, a possible number of its country. Example: `'+46701740605'`. */
    phone?: string | undefined
    /** ISO 3166-1 alpha-2, two capital letters. 2 characters. Example: `'SE'`. */
    country?: string | undefined
    /** Street and house number. At most 255 characters. */
    address?: string | undefined
    /** Town. At most 255 characters. */
    city?: string | undefined
    /** Postal code. At most 255 characters. */
    postal_code?: string | undefined
    /** State or region. At most 255 characters. */
    state?: string | undefined
    /** Date of birth, `YYYY-MM-DD`. Example: `'1990-02-28'`. */
    date_of_birth?: string | undefined
    /** Language tag, BCP 47. At most 35 characters. Example: `'sv-SE'`. */
    language?: string | undefined
    /** Six digits; without it the provider’s page asks for them. Example: `'777123'`. */
    blik_code?: string | undefined
  }
}

/**
 * What the customer’s browser says about itself, as EMV 3DS requires it.
 *
 * @see docs/protocol.md#browser-info
 */
export interface BrowserInfo {
  /** The browser’s `User-Agent` header. 1 to 2048 characters. */
  user_agent: string
  /** The browser’s `Accept` header. 1 to 2048 characters. */
  accept_header: string
  /** `navigator.javaEnabled()`. */
  java_enabled: boolean
  /** Bits per pixel. 1 to 64. Example: `24`. */
  color_depth: number
  /** Pixels. 0 to 999999. */
  screen_height: number
  /** Pixels. 0 to 999999. */
  screen_width: number
  /** Minutes, as `Date.prototype.getTimezoneOffset()` gives them: UTC+1 is -60. -840 to 720. */
  time_zone_offset: number
  /** Language tag, BCP 47. At most 35 characters. Example: `'sv-SE'`. */
  language: string
}

/**
 * A card whose fields are sealed one by one.
 *
 * @see docs/protocol.md#card-encryption
 */
export interface CardMethod {
  /** Which kind it is. */
  type: 'card'
  /** The members of this kind. */
  data: {
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_card_number: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_cvv: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_expiration_month: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_expiration_year: string
  }
}

/**
 * The second 3-D Secure step: the challenge has ended.
 *
 * @see docs/protocol.md#challenge
 */
export interface CompleteAuthenticationRequest {
  /** From the action, unchanged. 1 to 2048 characters. */
  payment_data: string
  /** The action’s session id, or the 3DS server transaction id of the challenge result. 1 to 255 characters. */
  session_id: string
  /** What the challenge reported; a hint only. */
  trans_status: TransStatus
}

/**
 * A customer that is kept.
 *
 * @see docs/protocol.md#customers
 */
export interface Customer {
  /** Id of the customer, for `customer.id` of a request. */
  id: string
  /** Given name. */
  first_name: string | null
  /** Family name. */
  last_name: string | null
  /** E-mail address. */
  email: string
  /** Telephone number, E.164. */
  phone: string | null
  /** Street and house number. */
  address: string | null
  /** Town. */
  city: string | null
  /** ISO 3166-1 alpha-2, two capital letters. */
  country: string | null
  /** Postal code. */
  postal_code: string | null
}

/**
 * The customer of an answer: every member is there, null when unknown.
 *
 * @see docs/protocol.md#customers
 */
export interface CustomerData {
  /** Id of the customer; null when the request named none. */
  id: string | null
  /** Given name. */
  first_name: string | null
  /** Family name. */
  last_name: string | null
  /** E-mail address. */
  email: string | null
  /** Telephone number, E.164. */
  phone: string | null
  /** Street and house number. */
  address: string | null
  /** Town. */
  city: string | null
  /** ISO 3166-1 alpha-2, two capital letters. */
  country: string | null
  /** Postal code. */
  postal_code: string | null
}

/**
 * A session’s customer, given back as it is stored: phone numbers in E.164, lines joined.
 *
 * @see docs/protocol.md#sessions
 */
export interface CustomerEcho {
  /** Id of the customer that the request named. */
  id?: string | undefined
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
}

/**
 * The customer of a request; `id` names a customer that exists.
 *
 * @see docs/protocol.md#customers
 */
export interface CustomerInput {
  /** A customer created earlier; links saved cards. 1 to 255 characters. */
  id?: string | undefined
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

/**
 * A page of customers, the newest first.
 *
 * @see docs/protocol.md#customers
 */
export interface CustomerList {
  /** The customers of this page. */
  data: Customer[]
  /** Asks for the next page; null on the last. */
  next_cursor: string | null
}

/**
 * Which customers are listed.
 *
 * @see docs/protocol.md#customers
 */
export interface CustomerQuery {
  /** E-mail address. At most 512 characters. Example: `'ada@example.com'`. */
  email?: string | undefined
  /** Without it: 20. 1 to 100. */
  limit?: number | undefined
  /** Where the page begins: `next_cursor` of the page before. 1 to 255 characters. */
  cursor?: string | undefined
}

/**
 * A customer to keep.
 *
 * @see docs/protocol.md#customers
 */
export interface CustomerRequest {
  /** E-mail address. At most 512 characters. Example: `'ada@example.com'`. */
  email: string
  /** Given name. At most 255 characters. */
  first_name?: string | undefined
  /** Family name. At most 255 characters. */
  last_name?: string | undefined
  /** E.164, a possible number of its country. Example: `'+46701740605'`. */
  phone?: string | undefined
  /** The merchant’s own note about the customer. At most 255 characters. */
  description?: string | undefined
  /** Without it: INDIVIDUAL. */
  type?: 'INDIVIDUAL' | 'COMPANY' | undefined
  /** Postal address. */
  address?:
    | {
        /** ISO 3166-1 alpha-2, two capital letters. 2 characters. Example: `'SE'`. */
        country?: string | undefined
        /** Street and house number. At most 255 characters. */
        address?: string | undefined
        /** Town. At most 255 characters. */
        city?: string | undefined
        /** Postal code. At most 255 characters. */
        postal_code?: string | undefined
        /** State or region. At most 255 characters. */
        region?: string | undefined
      }
    | undefined
}

/**
 * A session for embedded fields: the request’s members as they were sent, with `id` and `status`.
 *
 * @see docs/protocol.md#sessions
 */
export interface EmbeddedSession {
  /** The session id the browser library is started with. */
  id: string
  /** How it stands. */
  status: SessionStatus
  /** The terminal that the transaction runs against. */
  terminal_id: string
  /** The merchant’s own text for the order. */
  reference: string
  /** What is paid for, as the customer reads it. */
  description: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** Minor units. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /** Where the customer goes afterwards. The address carries no result: ask for the status. */
  return_url: string
  /** The customer who pays. */
  customer: CustomerEcho | null
  /** ISO 3166-1 alpha-2, two capital letters. */
  country: string | null
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata: Record<string, string | number | boolean> | null
}

/**
 * A public key that card fields are sealed for. Senders skip keys whose `alg` they do not know.
 *
 * @see docs/protocol.md#key-distribution
 */
export type EncryptionKey =
  | {
      /** Key type, RFC 7517. */
      kty: 'EC'
      /** Curve, RFC 7518. */
      crv: 'P-256'
      /** First coordinate, Base64url. */
      x: string
      /** Second coordinate, Base64url. */
      y: string
      /** Algorithm that the key is for. */
      alg: 'HPKE-7' | 'ECDH-ES'
      /** What the key is for. */
      use: 'enc'
      /** RFC 7638 SHA-256 thumbprint. */
      kid: string
      /** Seconds since the epoch; senders use the key from here on. */
      nbf: number
      /** Seconds since the epoch; senders stop using the key here. */
      exp: number
    }
  | {
      /** Key type, RFC 7517. */
      kty: 'OKP'
      /** Curve, RFC 7518. */
      crv: 'X25519'
      /** First coordinate, Base64url. */
      x: string
      /** Algorithm that the key is for. */
      alg: 'HPKE-4'
      /** What the key is for. */
      use: 'enc'
      /** RFC 7638 SHA-256 thumbprint. */
      kid: string
      /** Seconds since the epoch; senders use the key from here on. */
      nbf: number
      /** Seconds since the epoch; senders stop using the key here. */
      exp: number
    }

/**
 * The merchant’s public keys. Senders take the first that they implement and that is valid.
 *
 * @see docs/protocol.md#key-distribution
 */
export interface EncryptionKeySet {
  /** The public keys. */
  keys: EncryptionKey[]
}

/**
 * Exactly one member is set, the others are null.
 *
 * @see docs/protocol.md#transactions
 */
export interface Envelope {
  /** How the transaction stands; null while the browser has something to do. */
  result: Transaction | null
  /** The 3-D Secure step that the customer’s browser has to take; null without one. */
  action: ActionRequired | null
  /** The page that the customer has to be sent to; null without one. */
  redirect: Redirect | null
  /** The form that the customer’s browser has to post; null without one. */
  form_submit: FormSubmit | null
}

/**
 * One problem of a request.
 *
 * @see docs/protocol.md#validation-messages
 */
export interface ErrorItem {
  /** Dotted path of the member. Example: `'customer.email'`. */
  property: string
  /** What is wrong, in a sentence. Example: `'is required'`. */
  message: string
  /** The property, then what the message speaks of: limits, allowed values, what was given. */
  params: string[]
}

/**
 * From where a stream goes on.
 *
 * @see docs/protocol.md#event-stream
 */
export interface EventStreamQuery {
  /**
   * The id of the last event that was handled, which is also its `webhook-id`; `0` begins with the first event
   * there ever was. Left out, the stream begins with what happens from now on. Example:
   * `'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'`.
   */
  after?: string | undefined
}

/**
 * One thing that was wrong with a request; a request with several wrong members is there for each.
 *
 * @see docs/protocol.md#failed-requests
 */
export interface FailedRequest {
  /** Of this entry; the `cursor` that goes on behind it. */
  id: string
  /** The name of the endpoint in the contract. */
  endpoint: string
  /** Null for an endpoint that this release does not have. */
  method: string | null
  /** As `method`. */
  path: string | null
  /** Of the answer. */
  status: number
  /** The member that broke a rule, where one did. */
  property: string | null
  /** What the answer said. */
  message: string | null
  /** As the answer and the log of the gateway have it. */
  request_id: string
  /** The transaction, as far as it was known. */
  transaction_id: string | null
  /** Who sent the request. */
  caller: 'SERVER' | 'BROWSER'
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
}

/**
 * A page of requests that failed, the newest first.
 *
 * @see docs/protocol.md#failed-requests
 */
export interface FailedRequestList {
  /** The members of this kind. */
  data: FailedRequest[]
  /** Asks for the next page; null after the last one. */
  next_cursor: string | null
}

/**
 * Which requests that failed are listed.
 *
 * @see docs/protocol.md#failed-requests
 */
export interface FailedRequestQuery {
  /** The name of an endpoint in the contract. 1 to 255 characters. Example: `'authorize'`. */
  endpoint?: string | undefined
  /** Of the answer. 400 to 599. */
  status?: number | undefined
  /** Requests about this transaction. 1 to 255 characters. */
  transaction_id?: string | undefined
  /** Answered then or later. Example: `'2026-01-31T10:15:00Z'`. */
  from?: string | undefined
  /** Without it: 20. 1 to 100. */
  limit?: number | undefined
  /** Where the page begins: `next_cursor` of the page before. 1 to 255 characters. */
  cursor?: string | undefined
}

/**
 * A form with the fields of `data` has to be posted to `url`.
 *
 * @see docs/protocol.md#transactions
 */
export interface FormSubmit {
  /** Id of the transaction. */
  transaction_id: string
  /** Id of the session. */
  session_id: string
  /** The address. */
  url: string
  /** The fields of the form, by name. */
  data: Record<string, string>
}

/**
 * A wallet token that the gateway opens.
 *
 * @see docs/protocol.md#wallet-tokens
 */
export interface GwalletPayMethod {
  /** Which kind it is. */
  type: 'gwallet-pay'
  /** The members of this kind. */
  data: {
    /** Base64 of the complete wallet token JSON. 1 to 21848 characters. */
    gwallet_pay_token: string
  }
}

/**
 * A hosted payment page.
 *
 * @see docs/protocol.md#hosted-payment-page
 */
export interface HostedPaymentPage {
  /** Where the customer is sent to continue. */
  redirect_url: string
  /** Id of the session. */
  session_id: string
}

/**
 * A hosted payment page to make.
 *
 * @see docs/protocol.md#hosted-payment-page
 */
export interface HostedPaymentPageRequest {
  /** The merchant’s own text for the order; unique per terminal. 1 to 40 characters. Example: `'order-1001'`. */
  reference: string
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /**
   * Where the customer goes after every outcome. At most 2048 characters. Example:
   * `'https://shop.example/return'`.
   */
  return_url: string
  /** Shown on the page. At most 255 characters. */
  description?: string | undefined
  /** An existing customer; required to use saved cards. 1 to 255 characters. */
  customer_id?: string | undefined
  /** Given name of the customer. At most 255 characters. */
  customer_first_name?: string | undefined
  /** Family name of the customer. At most 255 characters. */
  customer_last_name?: string | undefined
  /** Street and house number of the customer. At most 255 characters. */
  customer_address?: string | undefined
  /** Town of the customer. At most 255 characters. */
  customer_city?: string | undefined
  /** Postal code of the customer. At most 255 characters. */
  customer_postal_code?: string | undefined
  /** E-mail address of the customer. At most 512 characters. Example: `'ada@example.com'`. */
  customer_email?: string | undefined
  /** E.164, a possible number of its country. Example: `'+46701740605'`. */
  customer_phone_number?: string | undefined
  /** Country of the customer, ISO 3166-1 alpha-2. 2 characters. Example: `'SE'`. */
  customer_country?: string | undefined
  /** Whether, and for what, the card is saved. */
  tokenization?:
    | {
        /** Saves without asking; wins. */
        save_card_for_future_payments?: boolean | undefined
        /** Asks by a checkbox. */
        show_save_card_for_future_payments?: boolean | undefined
      }
    | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
}

/**
 * A capture, a refund or a void of an earlier transaction.
 *
 * @see docs/protocol.md#manage
 */
export interface ManageRequest {
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** Of the original transaction. 1 to 80 characters. Example: `'order-1001'`. */
  reference: string
  /** What the transaction does with the money. */
  transaction_type: ManageType
  /** The transaction to run against; without it, the only suitable one of the reference. 1 to 255 characters. */
  parent_transaction_id?: string | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: TextMetadata | undefined
  /** Settings for special cases. */
  options?:
    | {
        /** Without it true: a partial capture releases the rest. False keeps the rest open. */
        final_capture?: boolean | undefined
      }
    | undefined
}

/**
 * At most 50 keys of at most 40 characters; strings of at most 500 characters, numbers or booleans.
 *
 * @see docs/protocol.md#transactions
 */
export type Metadata = Record<string, string | number | boolean>

/**
 * A network token, with a cryptogram or without.
 *
 * @see docs/protocol.md#network-tokens
 */
export interface NetworkTokenMethod {
  /** Which kind it is. */
  type: 'network-token'
  /** The members of this kind. */
  data: {
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_token_number: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_expiration_month: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_expiration_year: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_cryptogram?: string | undefined
    /** Electronic Commerce Indicator that belongs to the cryptogram. */
    eci?: Eci | undefined
    /** Without it: network-token. */
    source?: NetworkTokenSource | undefined
  }
}

/**
 * What has become of an approved transaction’s money, in minor units.
 *
 * @see docs/protocol.md#transactions
 */
export interface Operations {
  /** What was reserved or taken, in minor units. */
  authorized_amount: number
  /** What of it was captured and not voided since, in minor units. */
  captured_amount: number
  /** What of that was returned, pending refunds included, in minor units. */
  refunded_amount: number
  /** What was released or taken back by voids, in minor units. */
  voided_amount: number
  /** What can still be captured, in minor units. */
  open_amount: number
  /** Whether a capture has released the rest, or there never was one. */
  final_capture: boolean
}

/**
 * How a transaction was paid, without secrets.
 *
 * @see docs/protocol.md#transactions
 */
export interface PaymentMethodData {
  /** Masked card number, name of an alternative method, or masked account. Example: `'424242******4242'`. */
  method: string
  /** An open set: new methods may appear. Example: `'card'`. */
  type: string
  /** Card brand or name of the method; null when unknown. */
  brand: string | null
  /** The number with all but its first and last digits replaced; null without one. */
  masked: string | null
  /** The same for the same card at the same merchant; null without a card. */
  hash: string | null
  /** Saved payment method id, when a card was saved. */
  token: string | null
}

/**
 * A payment by an alternative method.
 *
 * @see docs/protocol.md#payments
 */
export interface PaymentRequest {
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /**
   * The merchant’s own text for the order; unique per terminal. The same reference with the same amount and
   * currency returns the existing transaction. 1 to 80 characters. Example: `'order-1001'`.
   */
  reference: string
  /** What is paid for, as the customer reads it. 1 to 100 characters. */
  description: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** Name of the alternative method. */
  method: PaymentMethod
  /** ISO 3166-1 alpha-2, two capital letters. 2 characters. Example: `'SE'`. */
  country: string
  /** The end customer’s, not the merchant server’s. Example: `'203.0.113.7'`. */
  customer_ip: string
  /** After success. At most 2048 characters. Example: `'https://shop.example/return'`. */
  return_url: string
  /** After failure. At most 2048 characters. Example: `'https://shop.example/return'`. */
  error_url: string
  /** After cancellation. At most 2048 characters. Example: `'https://shop.example/return'`. */
  cancel_url: string
  /** The customer who pays. */
  customer?: CustomerInput | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
  /** For the provider. */
  options?:
    | {
        /** UPI address of the customer: a name, `@`, the bank’s handle. */
        vpa?: string | undefined
        [member: string]: unknown
      }
    | undefined
}

/**
 * Money to send out.
 *
 * @see docs/protocol.md#payouts
 */
export interface PayoutRequest {
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /**
   * The merchant’s own text for the order; unique per terminal. The same reference with the same amount and
   * currency returns the existing transaction. 1 to 80 characters. Example: `'order-1001'`.
   */
  reference: string
  /** What is paid for, as the customer reads it. 1 to 100 characters. */
  description: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** Who gets the money. */
  beneficiary: Beneficiary
  /** The customer who pays. */
  customer?: CustomerInput | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
  /**
   * Where the customer goes afterwards. The address carries no result: ask for the status. At most 2048
   * characters. Example: `'https://shop.example/return'`.
   */
  return_url?: string | undefined
  /** For the provider. */
  options?: Record<string, unknown> | undefined
  /** Without it, or empty, the record has the address of the connection, and no provider is told one. */
  customer_ip?: string | undefined
}

/**
 * What the provider answered.
 *
 * @see docs/protocol.md#transactions
 */
export interface ProcessingResult {
  /** The provider that processed the transaction. */
  payment_provider_id: string | null
  /** The account at the provider that it ran against. */
  payment_provider_account_id: string | null
  /** The issuer’s approval code; null without an approval. */
  approval_code: string | null
  /** The provider’s retrieval reference number; null without one. */
  reference_number: string | null
}

/**
 * A method that is confirmed on a page of its provider.
 *
 * @see docs/protocol.md#redirect-methods
 */
export interface ProviderRedirectMethod {
  /** Which kind it is. */
  type: ProviderRedirectType
  /** The members of this kind. */
  data: {
    /** E-mail address. At most 512 characters. Example: `'ada@example.com'`. */
    email: string
    /** Given name. 1 to 255 characters. */
    first_name: string
    /** Family name. 1 to 255 characters. */
    last_name: string
  }
}

/**
 * The customer has to be sent to `url`.
 *
 * @see docs/protocol.md#transactions
 */
export interface Redirect {
  /** Id of the transaction. */
  transaction_id: string
  /** Id of the session. */
  session_id: string
  /** The address. */
  url: string
}

/**
 * The first 3-D Secure step: the device fingerprint is taken.
 *
 * @see docs/protocol.md#fingerprint
 */
export interface RequestAuthenticationRequest {
  /**
   * Base64 of `{"threeDSCompInd":"Y"}`, `"N"` after a time-out, `"U"` without a method URL. 1 to 2048
   * characters. Example: `'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ=='`.
   */
  fingerprint_result: string
  /** From the action, unchanged. 1 to 2048 characters. */
  payment_data: string
}

/**
 * A try at one provider.
 *
 * @see docs/protocol.md#fallback-routing
 */
export interface RetryAttempt {
  /** The provider that processed the transaction. */
  payment_provider_id: string
  /** The account at the provider that it ran against. */
  payment_provider_account_id: string
  /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
  processing_code: string
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
}

/**
 * Where the fallback routing of a transaction stands.
 *
 * @see docs/protocol.md#fallback-routing
 */
export interface RetryOptions {
  /** The provider that processed the transaction. */
  payment_provider_id: string
  /** The account at the provider that it ran against. */
  payment_provider_account_id: string
  /** Retries started so far. -2147483648 to 2147483647. */
  retry_count: number
  /** How it stands. */
  status: RetryStatus
  /** The attempts of the fallback routing. */
  data: {
    /** How many further providers may be tried. -2147483648 to 2147483647. */
    max_retries: number
    /** The tries so far, the oldest first. */
    attempts: RetryAttempt[]
  }
}

/**
 * A card that was saved before.
 *
 * @see docs/protocol.md#saved-cards
 */
export interface SavedCardMethod {
  /** Which kind it is. */
  type: 'saved_card'
  /** The members of this kind. */
  data: {
    /** From the save. 1 to 255 characters. */
    payment_method_id: string
    /** Sealed for the merchant’s public key under this member’s name; Base64. 1 to 4096 characters. */
    encrypted_cvv?: string | undefined
  }
}

/**
 * A saved card.
 *
 * @see docs/protocol.md#saved-cards
 */
export interface SavedPaymentMethod {
  /** Id of the saved card, for `payment_method.data.payment_method_id`. */
  payment_method_id: string
  /** Kind of the payment method. */
  payment_method_type: 'CARD'
  /** Brand of the card. */
  card_brand: CardBrand
  /** The first digits of the card number, which name its issuer. */
  card_bin: string
  /** The last four digits of the card number. */
  card_last_4: string
  /** The card number with all but its first and last digits replaced. */
  card_masked: string
  /** Expiry month, 1 to 12. */
  card_exp_month: number
  /** Expiry year, four digits. */
  card_exp_year: number
  /** Id of the customer; null without one. */
  customer_id: string | null
  /** Who will start the payments that the card is saved for. */
  tokenize_for: TokenizeFor
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
  /** How it stands. */
  status: 'ACTIVE' | 'EXPIRED'
}

/**
 * The saved cards of a customer.
 *
 * @see docs/protocol.md#saved-cards
 */
export interface SavedPaymentMethodList {
  /** The saved cards. */
  data: SavedPaymentMethod[]
}

/**
 * A session for embedded fields to make.
 *
 * @see docs/protocol.md#sessions
 */
export interface SessionRequest {
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id: string
  /** The merchant’s own text for the order; unique per terminal. 1 to 40 characters. Example: `'order-1001'`. */
  reference: string
  /** What is paid for, as the customer reads it. 1 to 255 characters. */
  description: string
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** In minor units: 10000 is 100.00 of a currency with two decimals. 1 to 999999999999. Example: `10000`. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /**
   * Where the customer goes after every outcome. At most 2048 characters. Example:
   * `'https://shop.example/return'`.
   */
  return_url: string
  /** Fills in the form. */
  customer?: CustomerInput | undefined
  /** ISO 3166-1 alpha-2, two capital letters. 2 characters. Example: `'SE'`. */
  country?: string | undefined
  /** Whether a payment of this session saves its card: without asking, or by a checkbox. */
  tokenization?:
    | {
        /** Saves without asking; wins. */
        save_card_for_future_payments?: boolean | undefined
        /** Asks by a checkbox. */
        show_save_card_for_future_payments?: boolean | undefined
      }
    | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Metadata | undefined
}

/**
 * A session read later, by its merchant.
 *
 * @see docs/protocol.md#sessions
 */
export interface SessionState {
  /** The session id the browser library is started with. */
  id: string
  /** How it stands. */
  status: SessionStatus
  /** The terminal that the transaction runs against. */
  terminal_id: string
  /** The merchant’s own text for the order. */
  reference: string
  /** A hosted payment page may have none. */
  description: string | null
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** Minor units. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: CardTransactionType
  /** Where the customer goes afterwards. The address carries no result: ask for the status. */
  return_url: string
  /** The customer who pays. */
  customer: CustomerEcho | null
  /** ISO 3166-1 alpha-2, two capital letters. */
  country: string | null
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata: Record<string, string | number | boolean> | null
  /** Its latest transaction, if any. */
  transaction_id: string | null
}

/**
 * Why a webhook message verifies or does not.
 *
 * @see docs/protocol.md#webhook-signatures
 */
export interface SignatureExplanation {
  /** Whether the message verifies. */
  verified: boolean
  /** Null when it verifies. */
  cause: WebhookFailureCause | null
  /** What is wrong, with the figures. */
  message: string
  /** What to do about it. */
  fix: string
}

/**
 * A webhook message as a receiver got it.
 *
 * @see docs/protocol.md#webhook-signatures
 */
export interface SignatureExplanationRequest {
  /** Id of the subscription. 1 to 255 characters. */
  subscription_id: string
  /** As they arrived, in any case; only the three of the signature are read. */
  headers: Record<string, string>
  /** The text that was verified. */
  body?: string | undefined
  /** Instead of body: its bytes, which no proxy or filter mistakes for anything. */
  body_base64?: string | undefined
  /** With which the receiver verifies: whether it is the right one. Never kept. */
  secret?: string | undefined
}

/**
 * The transaction exists.
 *
 * @see docs/protocol.md#transactions
 */
export interface StatusFound {
  /** Whether there is such a transaction. */
  found: true
  /** The transaction; null when there is none of that id. */
  transaction: Transaction
}

/**
 * There is no such transaction.
 *
 * @see docs/protocol.md#transactions
 */
export interface StatusNotFound {
  /** Whether there is such a transaction. */
  found: false
  /** The transaction; null when there is none of that id. */
  transaction: null
}

/**
 * The merchant’s own keys and values; strings only.
 *
 * @see docs/protocol.md#manage
 */
export type TextMetadata = Record<string, string>

/**
 * What happened to a transaction, the oldest first.
 *
 * @see docs/protocol.md#timeline
 */
export interface Timeline {
  /** The oldest first. */
  data: TimelineEntry[]
  /** Whether entries may be missing: a kind reached its limit, the first 100. */
  truncated: boolean
}

/**
 * One thing that happened to a payment; `kind` says which members `detail` has.
 *
 * @see docs/protocol.md#timeline
 */
export type TimelineEntry =
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The session in which the customer pays was made. */
      kind: 'SESSION'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Whose form shows it. */
        session_kind: SessionKind
        /** Its status now. */
        session_status: SessionStatus
        /** How often the form was sent. */
        submissions: number
        /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
        expires_at: string
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The transaction was asked for. */
      kind: 'REQUEST'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** The `x-request-id` of the request that did it, as in the log; null for work of the gateway itself. */
        request_id: string | null
        /** What the customer pays with. */
        integration: 'DIRECT_API' | 'EMBEDDED_FIELDS' | 'HOSTED_PAYMENT_PAGE'
        /** What the transaction does with the money. */
        transaction_type: TransactionType
        /** Kind of the payment method. Example: `'card'`. */
        payment_method_type: string
        /** In minor units. Example: `10000`. */
        amount: number
        /** ISO 4217, three capital letters. */
        currency: Currency
        /** The terminal that the transaction runs against. */
        terminal_id: string
        /** The merchant’s own text for the order. */
        reference: string
        /** The transaction that a capture, refund or void was asked for. */
        parent_id: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** An attempt at a provider began. */
      kind: 'ATTEMPT'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Which attempt at a provider: 1 is the first. Example: `1`. */
        attempt: number
        /** The provider that processed the transaction. */
        payment_provider_id: string
        /** The account at the provider that it ran against. */
        payment_provider_account_id: string
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The customer’s browser was given a step of 3-D Secure. */
      kind: 'BROWSER_STEP'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Which attempt at a provider: 1 is the first. Example: `1`. */
        attempt: number
        /** FINGERPRINT: the bank looks at the device. CHALLENGE: the bank asks the customer. */
        step: 'FINGERPRINT' | 'CHALLENGE'
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The browser came back from the bank; the bank’s own result decides. */
      kind: 'CHALLENGE_RETURN'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Which attempt at a provider: 1 is the first. Example: `1`. */
        attempt: number
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** What the bank’s authentication came to so far. */
      kind: 'AUTHENTICATION'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Which attempt at a provider: 1 is the first. Example: `1`. */
        attempt: number
        /** EMV 3DS `transStatus`; null before the bank has answered. Example: `'Y'`. */
        trans_status: string | null
        /** EMV 3DS `transStatusReason`. */
        trans_status_reason: string | null
        /** The indicator that the acquirer is told. */
        eci: string | null
        /** The version of EMV 3DS. */
        message_version: string | null
        /** Challenges so far: 0, 1 or 2. */
        challenge_round: number
        /** EMV 3DS `challengeCancel`: why a challenge ended without an answer. */
        challenge_cancel: string | null
        /** The authentication’s id at the 3DS Server, for the bank’s support; null for a device’s proof. */
        three_ds_server_trans_id: string | null
        /** The same at the bank. */
        acs_trans_id: string | null
        /** The same at the card network. */
        ds_trans_id: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** What a provider answered, or that it has not answered. */
      kind: 'PROVIDER'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Which attempt at a provider: 1 is the first. Example: `1`. */
        attempt: number
        /** The provider that processed the transaction. */
        payment_provider_id: string
        /**
         * UNKNOWN: the call gave no outcome. PENDING: the provider will know later. NEEDS_DECISION: a person has to
         * find out. ENDED: decided.
         */
        attempt_status: 'AUTHENTICATING' | 'STARTED' | 'UNKNOWN' | 'PENDING' | 'NEEDS_DECISION' | 'ENDED'
        /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
        processing_code: string | null
        /** The processing code in words. Example: `'Declined, insufficient funds'`. */
        meaning: string | null
        /** The issuer’s approval code; null without an approval. */
        approval_code: string | null
        /** The provider’s retrieval reference number; null without one. */
        reference_number: string | null
        /** While the outcome is open: when the gateway asks the provider again. */
        next_question_at: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The status of the transaction changed. */
      kind: 'STATUS'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** The `x-request-id` of the request that did it, as in the log; null for work of the gateway itself. */
        request_id: string | null
        /** The status before. */
        from_status: TransactionStatus
        /** The status from then on. */
        to_status: TransactionStatus
        /** What moved it; `decision` is a person of the operator. */
        cause:
          | 'authorize'
          | 'payment'
          | 'payout'
          | 'three-ds'
          | 'provider'
          | 'cancel'
          | 'expiry'
          | 'janitor'
          | 'manage'
          | 'decision'
        /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
        processing_code: string | null
        /** The processing code in words. Example: `'Declined, insufficient funds'`. */
        meaning: string | null
        /** What the merchant does next, in words; null without a code. */
        what_to_do: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The transaction is open and waits. */
      kind: 'WAITING'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /**
         * What it waits for: the browser (FINGERPRINT, CHALLENGE, REDIRECT, CORRECTION), the gateway (WORKING), the
         * provider (WAITING).
         */
        step: 'FINGERPRINT' | 'CHALLENGE' | 'REDIRECT' | 'CORRECTION' | 'WORKING' | 'WAITING'
        /** Until when the customer can go on; null where the gateway or the provider is waited for. */
        until: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The provider told of its own accord. */
      kind: 'PROVIDER_REPORT'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** The provider that processed the transaction. */
        payment_provider_id: string
        /** In the provider’s words. */
        reported_status: string
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** The provider’s word and the gateway’s records differ; the operator was told. */
      kind: 'ALERT'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** In what they differ. */
        alert:
          | 'LATE_SUCCESS'
          | 'UNRESOLVED'
          | 'CONTRADICTION'
          | 'ACCOUNT_MISMATCH'
          | 'CURRENCY_MISMATCH'
          | 'AMOUNT_MISMATCH'
          | 'TYPE_MISMATCH'
        /** The provider that processed the transaction. */
        payment_provider_id: string
        /** When money that came too late was given back. */
        reversed_at: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** A capture, refund or void of this transaction was asked for. */
      kind: 'FOLLOW_UP'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** It has a timeline of its own. */
        transaction_id: string
        /** What the transaction does with the money. */
        transaction_type: TransactionType
        /** In minor units. Example: `10000`. */
        amount: number
        /** ISO 4217, three capital letters. */
        currency: Currency
        /** Its status now. */
        status: TransactionStatus
        /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
        processing_code: string | null
        /** The processing code in words. Example: `'Declined, insufficient funds'`. */
        meaning: string | null
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** An event was written for the merchant’s webhooks. */
      kind: 'EVENT'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** Full name of the event. Example: `'transaction-svc:transaction:purchase:approved'`. */
        event: string
        /** The header of every attempt, by which a receiver knows it. */
        webhook_id: string
        /** To how many subscriptions it goes; 0 when none asked for it. */
        deliveries: number
      }
    }
  | {
      /** When it happened, or was last seen to change. Example: `'2026-01-31T10:15:00.000Z'`. */
      at: string
      /** A webhook was sent to a receiver. */
      kind: 'DELIVERY_ATTEMPT'
      /** The entry as an English sentence, for people. */
      title: string
      /** The members of this kind; no others are ever shown. */
      detail: {
        /** For `client.webhooks.deliveries` and a replay. */
        delivery_id: string
        /** Id of the subscription. */
        subscription_id: string
        /** 1 is the first. */
        delivery_attempt: number
        /** What the receiver answered; null without an answer. */
        http_status: number | null
        /** Why it counts as failed; null for a success. */
        error: string | null
        /** How long the attempt took, in milliseconds. */
        duration_ms: number
      }
    }

/**
 * Whether, and for what, the card is saved.
 *
 * @see docs/protocol.md#saved-cards
 */
export interface Tokenization {
  /** True saves the card once the payment is approved. */
  save_card_for_future_payments?: boolean | undefined
  /** Who will start the payments that the card is saved for. */
  tokenize_for?: TokenizeFor | undefined
}

/**
 * A card was saved, or a saved card was deleted.
 *
 * @see docs/protocol.md#webhooks
 */
export interface TokenizationEvent {
  /** Full name of the event. */
  event: TokenizationEventName
  /** The saved card. */
  data: {
    /** Id of the saved card, for `payment_method.data.payment_method_id`. */
    payment_method_id: string
    /** Kind of the payment method. Example: `'CARD'`. */
    payment_method_type: string
    /** Brand of the card. */
    card_brand: string
    /** The first digits of the card number, which name its issuer. */
    card_bin: string
    /** The last four digits of the card number. */
    card_last_4: string
    /** The card number with all but its first and last digits replaced. */
    card_masked: string
    /** Expiry month, 1 to 12. */
    card_exp_month: number
    /** Expiry year, four digits. */
    card_exp_year: number
    /** Id of the customer; null without one. */
    customer_id: string | null
    /** Id of the transaction. */
    transaction_id: string | null
  }
}

/**
 * A transaction. Every member but the two times is always there.
 *
 * @see docs/protocol.md#transactions
 */
export interface Transaction {
  /** Id of the transaction, for `client.transactions.status` and for support. */
  id: string
  /** Id of the merchant. */
  merchant_id: string
  /** The gateway’s id of the order; follow-up operations share that of their payment. */
  order_id: string
  /** The terminal that the transaction runs against. */
  terminal_id: string
  /** The merchant’s own text for the order. */
  reference: string
  /** What is paid for, as the customer reads it. */
  description: string | null
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency: Currency
  /** Minor units. */
  amount: number
  /** The amount rescaled to two decimals, in hundredths. */
  normalized_amount: number
  /** The customer who pays. */
  customer: CustomerData
  /** IP address of the customer. */
  customer_ip: string | null
  /** What the provider answered. */
  processing_result: ProcessingResult
  /** True only when `status` is `APPROVED`. */
  approved: boolean
  /** True while the outcome is open. */
  pending: boolean
  /** How the transaction came in. Example: `'ecommerce'`. */
  channel: string
  /** What the transaction does with the money. */
  transaction_type: TransactionType
  /** How it stands. */
  status: TransactionStatus
  /** How the customer pays. */
  payment_method: PaymentMethodData
  /** Where the customer is sent to continue. */
  redirect_url: string | null
  /** What is wrong with the request; empty unless `status` is `INVALID`. */
  errors: ErrorItem[]
  /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
  processing_code: string | null
  /** The meaning of `processing_code`, in English. */
  response_message: string | null
  /** What only some transactions have; null without any of it. */
  data: TransactionData | null
  /**
   * When the gateway made it. Answers that were stored without it are repeated without it. Example:
   * `'2026-01-31T10:15:00.000Z'`.
   */
  created_at?: string | undefined
  /**
   * When it changed last; the later one of two answers or events is the newer. Example:
   * `'2026-01-31T10:15:00.000Z'`.
   */
  updated_at?: string | undefined
}

/**
 * What only some transactions have.
 *
 * @see docs/protocol.md#transactions
 */
export interface TransactionData {
  /** The fallback routing of the transaction, when a provider declined it. */
  retry_options?: RetryOptions | undefined
  /** The transaction that a capture, refund or void belongs to. */
  parent_id?: string | undefined
  /** What has become of the money of an approved transaction. */
  operations?: Operations | undefined
  /** Where the customer transfers the money to. */
  bank_transfer?: BankTransferInstructions | undefined
}

/**
 * A transaction became final.
 *
 * @see docs/protocol.md#webhooks
 */
export interface TransactionEvent {
  /** Full name of the event. */
  event:
    | TransactionEventName
    | 'transaction:approved'
    | 'transaction:declined'
    | 'transaction:canceled'
    | 'transaction:session-expired'
    | 'transaction:invalid'
  /** The transaction as it stood when it became final. */
  payload: TransactionEventPayload
}

/**
 * The transaction as it stood when it became final.
 *
 * @see docs/protocol.md#webhooks
 */
export interface TransactionEventPayload {
  /** Id of the transaction. */
  id: string
  /** Id of the merchant. */
  merchant_id: string
  /** The terminal that the transaction runs against. */
  terminal_id: string
  /** The gateway’s id of the order; follow-up operations share that of their payment. */
  order_id: string
  /** The merchant’s own text for the order. */
  reference: string
  /** ISO 4217, three capital letters. */
  currency: string
  /** Minor units. */
  amount: number
  /** What the transaction does with the money. */
  transaction_type: TransactionType
  /** Normalized result code, four digits; branch on it. Null while the outcome is open. */
  processing_code: string
  /** How it stands. */
  status: TransactionStatus
  /** When it was created, RFC 3339 in UTC. */
  created_at: string
  /** Orders deliveries, which may overtake each other. */
  updated_at: string
  /** Id of the payment link; null without one. */
  payment_link_id?: string | null | undefined
  /** What is paid for, as the customer reads it. */
  description?: string | null | undefined
  /** The meaning of `processing_code`, in English. */
  response_message?: string | null | undefined
  /** The issuer’s approval code; null without an approval. */
  approval_code?: string | null | undefined
  /** The provider’s retrieval reference number; null without one. */
  reference_number?: string | null | undefined
  /** The transaction a capture, refund or void belongs to. */
  parent_id?: string | null | undefined
  /** Who started the transaction. */
  transaction_initiated_by?: Initiator | null | undefined
  /** The provider’s raw code. For logs only: it differs between providers. */
  payment_provider_response_code?: string | null | undefined
  /** The provider’s own words. For logs only. */
  payment_provider_response_message?: string | null | undefined
  /** Id of the customer; null without one. */
  customer_id?: string | null | undefined
  /** The currency that was sent to the provider. */
  outgoing_currency?: string | null | undefined
  /** Masked card number, or name of the method. */
  payment_method_method?: string | null | undefined
  /** The same for the same card at the same merchant. */
  payment_method_hash?: string | null | undefined
  /** Kind of the payment method. */
  payment_method_type?: string | null | undefined
  /** Card brand or name of the method. */
  payment_method_brand?: string | null | undefined
  /** The number with all but its first and last digits replaced. */
  payment_method_masked?: string | null | undefined
  /** Null here: the token comes with the tokenization event. */
  payment_method_token?: string | null | undefined
  /** Given name of the customer. */
  customer_first_name?: string | null | undefined
  /** Family name of the customer. */
  customer_last_name?: string | null | undefined
  /** Street and house number of the customer. */
  customer_address?: string | null | undefined
  /** Town of the customer. */
  customer_city?: string | null | undefined
  /** Country of the customer, ISO 3166-1 alpha-2. */
  customer_country?: string | null | undefined
  /** Postal code of the customer. */
  customer_postal_code?: string | null | undefined
  /** E-mail address of the customer. */
  customer_email?: string | null | undefined
  /** Telephone number of the customer, E.164. */
  customer_phone_number?: string | null | undefined
  /** The final 3-D Secure status letter. */
  authentication_status?: string | null | undefined
  /** The merchant’s own keys and values, given back as they were sent. */
  metadata?: Record<string, string | number | boolean> | null | undefined
  /** The provider’s system trace audit number. */
  systan?: number | null | undefined
  /** ECI. */
  authentication_level?: number | null | undefined
  /** The amount rescaled to two decimals, in hundredths. */
  normalized_amount?: number | null | undefined
  /** The amount that was sent to the provider, in minor units. */
  outgoing_amount?: number | null | undefined
  /** Last day of the expiry month. */
  payment_method_expiry?: string | null | undefined
}

/**
 * A page of transactions, the newest first.
 *
 * @see docs/protocol.md#finding-transactions
 */
export interface TransactionList {
  /** The members of this kind. */
  data: Transaction[]
  /**
   * Asks for the next page; null after the last one. A page of several filters may be shorter than its limit,
   * even empty, and still have one.
   */
  next_cursor: string | null
}

/**
 * Which transactions are listed.
 *
 * @see docs/protocol.md#finding-transactions
 */
export interface TransactionQuery {
  /** Exactly as it was given. 1 to 80 characters. */
  reference?: string | undefined
  /**
   * Of the customer; capital and small letters are the same. At most 512 characters. Example:
   * `'ada@example.com'`.
   */
  email?: string | undefined
  /** The last four digits of the card. Example: `'4242'`. */
  last4?: string | undefined
  /** How it stands. */
  status?: TransactionStatus | undefined
  /** What the transaction does with the money. */
  transaction_type?: TransactionType | undefined
  /** Kind of the payment method. */
  payment_method_type?:
    | ProviderRedirectType
    | PaymentResultType
    | 'card'
    | 'saved_card'
    | 'network-token'
    | 'gwallet-pay'
    | 'partner-blik'
    | 'payout_upi'
    | undefined
  /** The terminal that the transaction runs against. 5 to 20 characters. Example: `'T00000000001'`. */
  terminal_id?: string | undefined
  /** As given in `customer.id`. 1 to 255 characters. */
  customer_id?: string | undefined
  /** Captures, refunds and voids of this transaction. 1 to 255 characters. */
  parent_id?: string | undefined
  /** Every transaction of a session. 1 to 255 characters. */
  session_id?: string | undefined
  /** Created then or later. Example: `'2026-01-31T10:15:00Z'`. */
  from?: string | undefined
  /** Created before. Example: `'2026-01-31T10:15:00Z'`. */
  to?: string | undefined
  /** Exactly, in minor units. 1 to 999999999999. */
  amount?: number | undefined
  /** ISO 4217, three capital letters. Example: `'EUR'`. */
  currency?: Currency | undefined
  /** Without it: 20. 1 to 100. */
  limit?: number | undefined
  /** Where the page begins: `next_cursor` of the page before. 1 to 255 characters. */
  cursor?: string | undefined
}

/**
 * One sending of a delivery.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookAttempt {
  /** Which attempt it is, from 1. */
  number: number
  /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
  started_at: string
  /** How long the attempt took, in milliseconds. */
  duration_ms: number
  /** The HTTP status; null when no answer came. */
  status: number | null
  /** Why it counts as failed. */
  error: string | null
  /** The first 1024 bytes of the answer. */
  response_excerpt: string | null
}

/**
 * One event on its way to one subscription.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string
  /** The header of every attempt, by which a receiver knows it. */
  webhook_id: string
  /** Full name of the event. Example: `'transaction-svc:transaction:purchase:approved'`. */
  event: string
  /** Id of the transaction. */
  transaction_id: string | null
  /** Id of the subscription. */
  subscription_id: string
  /** How it stands. */
  status: WebhookDeliveryStatus
  /** How many attempts were made. */
  attempt_count: number
  /** While it is DUE. */
  next_attempt_at: string | null
  /** When the last attempt was made; null before the first. */
  last_attempt_at: string | null
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** When an attempt succeeded; null before that. */
  delivered_at: string | null
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
}

/**
 * A delivery with its payload and its attempts.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookDeliveryDetail {
  /** Id of the delivery. */
  id: string
  /** The header of every attempt, by which a receiver knows it. */
  webhook_id: string
  /** Full name of the event. Example: `'transaction-svc:transaction:purchase:approved'`. */
  event: string
  /** Id of the transaction. */
  transaction_id: string | null
  /** Id of the subscription. */
  subscription_id: string
  /** How it stands. */
  status: WebhookDeliveryStatus
  /** How many attempts were made. */
  attempt_count: number
  /** While it is DUE. */
  next_attempt_at: string | null
  /** When the last attempt was made; null before the first. */
  last_attempt_at: string | null
  /** The HTTP status of the last answer; null without one. */
  last_status: number | null
  /** When an attempt succeeded; null before that. */
  delivered_at: string | null
  /** When it was created, RFC 3339 in UTC. Example: `'2026-01-31T10:15:00.000Z'`. */
  created_at: string
  /** What is sent, as JSON; the bytes are its compact form. */
  payload: Record<string, unknown>
  /** The oldest first. */
  attempts: WebhookAttempt[]
}

/**
 * A page of deliveries, the newest first.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookDeliveryList {
  /** The deliveries of this page, the newest first. */
  deliveries: WebhookDelivery[]
  /** Asks for the next page; null on the last. */
  next_cursor: string | null
}

/**
 * Which deliveries are listed.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookDeliveryQuery {
  /** Id of the subscription. 1 to 255 characters. */
  subscription_id?: string | undefined
  /** How it stands. */
  status?: WebhookDeliveryStatus | undefined
  /** The full name. 1 to 255 characters. */
  event?: string | undefined
  /** Id of the transaction. 1 to 255 characters. */
  transaction_id?: string | undefined
  /** Created then or later. Example: `'2026-01-31T10:15:00Z'`. */
  from?: string | undefined
  /** Created before. Example: `'2026-01-31T10:15:00Z'`. */
  to?: string | undefined
  /** Without it: 20. 1 to 100. */
  limit?: number | undefined
  /** Where the page begins: `next_cursor` of the page before. 1 to 255 characters. */
  cursor?: string | undefined
}

/**
 * What goes wrong on purpose. Test environment only.
 *
 * @see docs/protocol.md#webhook-laboratory
 */
export interface WebhookLaboratory {
  /** The share of messages that is sent twice. */
  duplicate: number
  /** The share that is held back until a later one was sent. */
  reorder: number
  /** The share that is never sent, although it counts as delivered. */
  drop: number
  /** By the clock of the sandbox. */
  delay_seconds: number
  /** The same seed decides alike for the same messages. */
  seed: string | null
}

/**
 * What is sent again.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookReplay {
  /** How many deliveries are sent again. */
  replayed: number
  /** Whether more than 10000 were meant; the oldest go first. */
  has_more: boolean
}

/**
 * Which deliveries are sent again: named ones, those of a time, or all that failed.
 *
 * @see docs/protocol.md#webhook-deliveries
 */
export interface WebhookReplayRequest {
  /** The deliveries to send again. */
  delivery_ids?: string[] | undefined
  /** Created then or later. Example: `'2026-01-31T10:15:00Z'`. */
  from?: string | undefined
  /** Created before. Example: `'2026-01-31T10:15:00Z'`. */
  to?: string | undefined
  /** All that were given up, FAILED and CANCELED; from and to may narrow them, each alone too. */
  failed?: true | undefined
  /** Only of this one; not with delivery_ids. 1 to 255 characters. */
  subscription_id?: string | undefined
}

/**
 * A new secret; the old one signs for a day more.
 *
 * @see docs/protocol.md#webhook-subscriptions
 */
export interface WebhookSecretRotation {
  /** `whsec_` and Base64. Shown this once. Example: `'whsec_…'`. */
  secret: string
  /** RFC 3339 in UTC with milliseconds. Example: `'2026-01-31T10:15:00.000Z'`. */
  previous_secret_valid_until: string
}

/**
 * Where a merchant’s events are sent, without its secret.
 *
 * @see docs/protocol.md#webhook-subscriptions
 */
export interface WebhookSubscription {
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
}

/**
 * All subscriptions of a merchant.
 *
 * @see docs/protocol.md#webhook-subscriptions
 */
export interface WebhookSubscriptionList {
  /** All subscriptions of the merchant. */
  subscriptions: WebhookSubscription[]
}
