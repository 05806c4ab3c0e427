import type { Locale } from '@sluice/types/vocabulary'
import type { FieldErrorCode, FieldName } from '../validation/field-errors.ts'
import type { PaymentComponentErrorCode } from './payment-component-error.ts'

export interface PaymentComponentOptions {
  /** The public client key, `ck_test_…` or `ck_live_…`. */
  clientKey: string
  /** `id` of the session that your server created. */
  sessionId: string
  /** Must be the environment of the client key. */
  environment: 'test' | 'production'
  /**
   * The language of the form.
   *
   * @defaultValue The browser's language when it is spoken here, else English.
   */
  locale?: Locale
  /**
   * The gateway, `https://gateway.example`.
   *
   * @defaultValue The origin that this script was loaded from.
   */
  baseUrl?: string
}

/** Creates the library's core for one session; `window.PaymentComponent`. */
export type PaymentComponentFactory = (options: PaymentComponentOptions) => Promise<PaymentComponentCore>

export interface PaymentComponentCore {
  /**
   * Creates a component; it appears when it is mounted.
   *
   * @throws When the type is unknown or not available in this release, or the core was destroyed. {@link PaymentComponentError}
   */
  create(type: 'card', config?: CardConfig): CardComponent
  /** Removes every component of this core, their frames and their listeners. */
  destroy(): void
}

export interface CardConfig {
  componentConfig?: {
    /** Fields besides those of the card; none is available in this release. */
    customerConfig?: {
      hasHolderName?: boolean
      holderNameRequired?: boolean
      hasHolderEmail?: boolean
      holderEmailRequired?: boolean
    }
  }
  componentListeners?: CardListeners
}

export interface CardListeners {
  /** A field became valid or invalid, empty or filled, or its brand was recognised. */
  onChange?: (change: FieldChange) => void
  /** A field shows an error, or something broke. `message` is in the form's language. */
  onError?: (error: PaymentError) => void
}

export interface FieldChange {
  field: FieldName
  valid: boolean
  empty: boolean
  /** `VISA`, `MASTERCARD`, …; null while unknown, and for every field but the number. */
  brand: string | null
}

export interface CardComponent {
  /**
   * Shows the form inside an element, or again where `unmount` left it.
   *
   * @param target - A selector or an element that is in the document.
   * @returns A promise that is fulfilled when the form is ready, and rejected when it cannot be. Errors are also told to
   *   `onError`, so it need not be awaited.
   * @throws When there is no such element, or the component is mounted already. {@link PaymentComponentError}
   */
  mount(target: string | Element): Promise<void>
  /** Takes the form off the page. What was typed is kept and is there again after the next `mount`. */
  unmount(): void
  /**
   * Tells whether every field is valid, and shows the errors of those that are not. Called from a listener it only
   * tells.
   */
  validate(): boolean
  getDataWithValidation(): CardValidation
  /** The customer that the payment is made for: as the session knows them, and as submitted since. */
  getCustomer(): Customer
  /** Switches the language of the form at once; an unknown locale means English. */
  changeLocale(locale: Locale): void
  /** Goes on with another session, after a decline for example. What was typed is kept. */
  updateSession(sessionId: string): void
  /** Moves the focus into the form: to the first field that is not valid yet. */
  focus(): void
  /**
   * Pays. Without a callback the page goes to the session's `return_url` when the payment has ended.
   *
   * @throws When a payment is running already, or the form is not mounted. {@link PaymentComponentError}
   */
  submitPayment(options?: SubmitOptions): void
}

export interface CardValidation {
  valid: boolean
  errors: { field: FieldName; code: FieldErrorCode; message: string }[]
  /** Never card data. */
  data: Customer
}

export interface Customer {
  firstName?: string
  lastName?: string
  address?: string
  city?: string
  postalCode?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** E.164, like `+38761234567`. */
  phone?: string
  email?: string
}

export interface SubmitOptions {
  customer?: Customer
  /** Called once. A decline is a response. */
  callback?: (...ending: PaymentEnding) => void
}

/** What a callback gets: exactly one of both, the other is null. */
export type PaymentEnding = [response: PaymentResponse, error: null] | [response: null, error: PaymentError]

export interface PaymentResponse {
  approved: boolean
  /** Status of the transaction: `APPROVED`, `DECLINED`, `CANCELED`, `SESSION_EXPIRED`, `INVALID` or `PENDING`. */
  status: string
  /** Branch on this; null when it is not known yet. */
  processing_code: string | null
  response_message: string | null
  transaction_id: string | null
}

export interface PaymentError {
  code: PaymentComponentErrorCode | FieldErrorCode | 'validation_failed'
  /** For the shopper, in the form's language; faults of the integration are told in English. */
  message: string
  /** The field of the form, or the member of the request (`customer.email`), that it concerns. */
  field?: string
}
