import type { Locale } from '@sluice/types/vocabulary'
import type { CardLayout } from '../protocol/form-plan.ts'
import type { StyleToken } from '../styles/tokens.ts'
import type { FieldErrorCode, FieldName } from '../validation/field-errors.ts'
import type { PaymentComponentErrorCode } from './payment-component-error.ts'

/** The options of the library. */
export interface PaymentComponentOptions {
  /** The public client key, `ck_test_…` or `ck_live_…`. */
  clientKey: string
  /** The `id` of the session that your server created. */
  sessionId: string
  /** The environment, which must be that of the client key. */
  environment: 'test' | 'production'
  /**
   * The language of the form.
   *
   * @defaultValue The browser's language when it is spoken here, else English.
   */
  locale?: Locale
  /**
   * The gateway's address, such as `https://gateway.example`.
   *
   * @defaultValue The origin that this script was loaded from.
   */
  baseUrl?: string
  /**
   * The style of every component of this core. It takes precedence over the `--lib-…` properties of your style
   * sheets.
   */
  appearance?: Appearance
}

/** The fifteen `--lib-…` properties under typed names, and the layout of the card form. */
export interface Appearance {
  /**
   * `row`: expiry date and security code side by side; `stacked`: each field in its own row.
   *
   * @defaultValue `row`
   */
  layout?: CardLayout
  /** CSS values by the name of the variable. Omitted variables keep their default. */
  variables?: Partial<Record<AppearanceVariable, string>>
}

/** Typed names of the properties: `inputBorderRadius` for `--lib-input-border-radius`, and so on. */
export type AppearanceVariable = CamelCase<StyleToken>

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/**
 * Creates the library's core for one session. The factory is `window.PaymentComponent`, unless the gateway is
 * configured to use another name.
 */
export type PaymentComponentFactory = (options: PaymentComponentOptions) => Promise<PaymentComponentCore>

/** The library for one session: it creates components. */
export interface PaymentComponentCore {
  /**
   * Creates a component; it appears when it is mounted.
   *
   * @throws When the type is unknown, its configuration cannot be right, or the core was destroyed. {@link PaymentComponentError}
   */
  create<Type extends ComponentType>(type: Type, ...config: CreateArguments[Type]): Component
  /** Removes every component of this core, their frames and their listeners. */
  destroy(): void
}

/**
 * `card`: number, expiry date and security code. `saved-card`: the security code of a saved card.
 * `alternative-payment-method`: all other methods of the session, including wallets.
 */
export type ComponentType = keyof CreateArguments

interface CreateArguments {
  card: [config?: CardConfig]
  'saved-card': [config: SavedCardConfig]
  'alternative-payment-method': [config?: AlternativePaymentMethodConfig]
}

/** The configuration of the component `card`. */
export interface CardConfig {
  /** The fields that the form shows besides those of the card. */
  componentConfig?: {
    customerConfig?: CustomerConfig
    /**
     * Set it if the session asks whether to save the card (`tokenization.show_save_card_for_future_payments`).
     * Space for the checkbox is then reserved from the beginning, so that nothing on the page moves when the
     * session has loaded. Only the session decides whether the checkbox is shown.
     *
     * @defaultValue false
     */
    saveCard?: boolean
  }
  /** The callbacks of the form. */
  componentListeners?: ComponentListeners
}

/** Fields besides those of the card. A required flag has no effect while its field is hidden. */
export interface CustomerConfig {
  /** @defaultValue false */
  hasHolderName?: boolean
  /** @defaultValue false */
  holderNameRequired?: boolean
  /** @defaultValue false */
  hasHolderEmail?: boolean
  /** @defaultValue false */
  holderEmailRequired?: boolean
}

/** The configuration of the component `saved-card`. */
export interface SavedCardConfig {
  /** The card to charge. */
  componentConfig: { data: SavedCardData }
  /** The callbacks of the form. */
  componentListeners?: ComponentListeners
}

/** The saved card, as your server read it from the customer's payment methods. */
export interface SavedCardData {
  /** The id that the gateway gave the saved card. */
  paymentMethodId: string
  /** The masked number, such as `4242******4242`; only its last four digits are shown. */
  maskedPan: string
  /** The expiry date, `MMYY`. */
  expirationDate: string
  /** The brand, such as `visa`, in upper or lower case. */
  cardBrand: string
}

/** The configuration of the component `alternative-payment-method`. */
export interface AlternativePaymentMethodConfig {
  /** Reserved; nothing can be set yet. */
  componentConfig?: Record<string, never>
  /** The callbacks of the list. */
  componentListeners?: ComponentListeners
}

/** Callbacks of a component. Each is optional, and none receives card data. */
export interface ComponentListeners {
  /** Called when the component is ready to use, and again after `updateSession`. */
  onReady?: () => void
  /** Called when a field was edited, or became valid, invalid, empty or filled. It never receives the typed text. */
  onChange?: (change: FieldChange) => void
  /** Called when a field got the focus. */
  onFocus?: (event: FocusChange) => void
  /** Called when a field lost the focus. */
  onBlur?: (event: FocusChange) => void
  /**
   * Called when a payment of this component has ended, including one that a button inside it started, or that was
   * found running after a reload. A page with this callback decides where the shopper goes.
   */
  onComplete?: (response: PaymentResponse) => void
  /**
   * Called when a field shows an error, or something failed. `message` is for the shopper, in the form's language;
   * errors that a developer must fix are printed on the console.
   */
  onError?: (error: PaymentError) => void
}

/** The event when a field gains or loses the focus. */
export interface FocusChange {
  /** The field that got or lost the focus. */
  field: ComponentField
}

/** A field of the card form, or `method`: the choice among the alternatives. */
export type ComponentField = FieldName | 'method'

/** The event when the state of a field changes. */
export interface FieldChange {
  /** The edited field. */
  field: ComponentField
  /** Whether the value is valid for a payment. */
  valid: boolean
  /** Whether the field is empty. */
  empty: boolean
  /** `VISA`, `MASTERCARD`, …; null while unknown, and for every field except the number. */
  brand: string | null
}

/** A component on the page: it is mounted, returns its data, and pays. */
export interface Component {
  /**
   * Shows the component inside an element, or restores it after `unmount`.
   *
   * @param target - a selector that matches one element, or an element in the document.
   * @returns A promise that is fulfilled when the component is ready, and rejected if it fails. Errors also go to
   *   `onError`, so you need not await it.
   * @throws When no element or more than one matches, or the component is already mounted.
   *   {@link PaymentComponentError}
   */
  mount(target: string | Element): Promise<void>
  /** Removes the component from the page. Typed values are kept, and restored by the next `mount`. */
  unmount(): void
  /**
   * Returns whether every field is valid, and shows the errors of invalid ones. Called from a listener, it shows
   * nothing.
   */
  validate(): boolean
  /** Returns the errors of the form, and the typed values except card data. */
  getDataWithValidation(): Validation
  /** Returns the customer of the payment: as the session knows them, as typed into the form, and as submitted. */
  getCustomer(): Customer
  /** Switches the language at once; an unknown locale means English. */
  changeLocale(locale: Locale): void
  /**
   * Continues with another session, for example after a decline, and keeps the typed values. During a payment, the
   * component stays with that payment's session, and takes the new one once the payment has ended.
   */
  updateSession(sessionId: string): void
  /** Moves the focus into the component, to the first invalid field. */
  focus(): void
  /** Reads the `--lib-…` properties again, after your page has changed them. */
  refreshStyles(): void
  /**
   * Pays. Without a callback and without `onComplete`, the browser goes to the session's `return_url` when the
   * payment has ended.
   *
   * @throws When a payment is already running, the component is not mounted, or an option is invalid. Mistakes of the
   *   shopper go to the callback instead: `customer_invalid`. {@link PaymentComponentError}
   */
  submitPayment(options?: SubmitOptions): void
  /** Removes the component, its dialog and every listener. A payment that runs ends for the page with an error. */
  destroy(): void
}

/** The errors of the form, by field. */
export interface Validation {
  /** Whether the form can be submitted. */
  valid: boolean
  /** The invalid fields, each with a sentence in the form's language; empty if `valid`. */
  errors: { field: ComponentField; code: FieldErrorCode | 'validation_failed'; message: string }[]
  /** The typed values; never card data. */
  data: Customer
}

/** The page's known data of the customer, which the form does not ask for again. */
export interface Customer {
  /** The given name, at most 255 characters. */
  firstName?: string
  /** The family name, at most 255 characters. */
  lastName?: string
  /** Street and number. */
  address?: string
  /** The town. */
  city?: string
  /** The postal code in the country's format. */
  postalCode?: string
  /** The country, ISO 3166-1 alpha-2. */
  country?: string
  /** The phone number in E.164, such as `+38761234567`. */
  phone?: string
  /** The e-mail address for receipts and for the bank's risk check. */
  email?: string
}

/** The options of `submitPayment`. */
export interface SubmitOptions {
  /** The known data of the customer, which the form need not ask for. */
  customer?: Customer
  /** Called once. A decline is a response. */
  callback?: (...ending: PaymentEnding) => void
}

/** The arguments of a callback: exactly one is set, the other is null. */
export type PaymentEnding = [response: PaymentResponse, error: null] | [response: null, error: PaymentError]

/** The outcome of a payment, for the callback of `submitPayment`. */
export interface PaymentResponse {
  /** True only for the status `APPROVED`. */
  approved: boolean
  /** Status of the transaction: `APPROVED`, `DECLINED`, `CANCELED`, `SESSION_EXPIRED`, `INVALID` or `PENDING`. */
  status: string
  /** The processing code to branch on; null if it is not known yet. */
  processing_code: string | null
  /** The meaning of the processing code, in English, for your support; null if there is none. */
  response_message: string | null
  /** The transaction's id, with which your server queries its status; null if nothing was sent to a provider. */
  transaction_id: string | null
  /**
   * Whether the same session accepts corrected data: the form marks the field, keeps the typed values, and may be
   * submitted again. True for declines with 2001, 2002, 2003 and 2020, at most five times in a session.
   */
  correctable: boolean
}

/** The reason why a payment has no outcome, for the callback of `submitPayment`. */
export interface PaymentError {
  /** The code, for `switch`. */
  code: PaymentComponentErrorCode | FieldErrorCode | 'validation_failed' | 'customer_invalid'
  /** The message for the shopper, in the form's language. */
  message: string
  /** The field of the form, or the member of the request (`customer.email`), that is at fault. */
  field?: string
}
