import type { Locale } from '@sluice/types/vocabulary'
import type { CardLayout } from '../protocol/form-plan.ts'
import type { StyleToken } from '../styles/tokens.ts'
import type { FieldErrorCode, FieldName } from '../validation/field-errors.ts'
import type { PaymentComponentErrorCode } from './payment-component-error.ts'

/** What the library is started with. */
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
  /** How every component of this core looks; goes before the `--lib-…` properties of your style sheets. */
  appearance?: Appearance
}

/** The fifteen `--lib-…` properties under typed names, and the arrangement of the card form. */
export interface Appearance {
  /**
   * `row`: expiry date and security code side by side; `stacked`: each field in its own row.
   *
   * @defaultValue `row`
   */
  layout?: CardLayout
  /** CSS values by the name of the variable; those that are left out keep their usual value. */
  variables?: Partial<Record<AppearanceVariable, string>>
}

/** `inputBorderRadius` for `--lib-input-border-radius`, and so on. */
export type AppearanceVariable = CamelCase<StyleToken>

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Creates the library's core for one session; `window.PaymentComponent`, unless the gateway names it otherwise. */
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
 * `card`: number, expiry date and security code. `saved-card`: the security code of a card that was saved.
 * `alternative-payment-method`: every other way to pay the session, wallets among it.
 */
export type ComponentType = keyof CreateArguments

interface CreateArguments {
  card: [config?: CardConfig]
  'saved-card': [config: SavedCardConfig]
  'alternative-payment-method': [config?: AlternativePaymentMethodConfig]
}

/** What the component `card` is created with. */
export interface CardConfig {
  /** What the form asks for besides the card. */
  componentConfig?: {
    customerConfig?: CustomerConfig
    /**
     * Set it where the session asks whether to save the card (`tokenization.show_save_card_for_future_payments`): room for
     * the checkbox is there from the beginning, so that nothing on the page moves when the session has loaded. Whether the
     * checkbox is shown, the session alone decides.
     *
     * @defaultValue false
     */
    saveCard?: boolean
  }
  /** What the form calls. */
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

/** What the component `saved-card` is created with. */
export interface SavedCardConfig {
  /** The card that is charged. */
  componentConfig: { data: SavedCardData }
  /** What the form calls. */
  componentListeners?: ComponentListeners
}

/** The saved card, as your server read it of the customer's payment methods. */
export interface SavedCardData {
  /** The id that the gateway gave the saved card. */
  paymentMethodId: string
  /** Like `424242******4242`; only its last four digits are shown. */
  maskedPan: string
  /** `MMYY`. */
  expirationDate: string
  /** Like `visa`, in any case. */
  cardBrand: string
}

/** What the component `alternative-payment-method` is created with. */
export interface AlternativePaymentMethodConfig {
  /** Nothing can be set yet. */
  componentConfig?: Record<string, never>
  /** What the list calls. */
  componentListeners?: ComponentListeners
}

/** Functions that a component calls; each is optional, and none gets card data. */
export interface ComponentListeners {
  /** The component can be used; again after `updateSession`. */
  onReady?: () => void
  /** A field was edited, or became valid or invalid, empty or filled. Never what was typed. */
  onChange?: (change: FieldChange) => void
  /** A field got the focus. */
  onFocus?: (event: FocusChange) => void
  /** A field lost the focus. */
  onBlur?: (event: FocusChange) => void
  /**
   * A payment of this component has ended: also one that a button inside it began, or that was found running after a
   * reload. A page that listens decides where the shopper goes.
   */
  onComplete?: (response: PaymentResponse) => void
  /**
   * A field shows an error, or something failed. `message` is for the shopper, in the form's language; errors that a
   * developer must fix are printed on the console.
   */
  onError?: (error: PaymentError) => void
}

/** The event when a field gains or loses the focus. */
export interface FocusChange {
  /** The field that the cursor came into, or left. */
  field: ComponentField
}

/** A field of the card form, or `method`: the choice among the alternatives. */
export type ComponentField = FieldName | 'method'

/** The event when the state of a field changes. */
export interface FieldChange {
  /** The field that was typed into. */
  field: ComponentField
  /** Whether the value is valid for a payment. */
  valid: boolean
  /** Whether the field is empty. */
  empty: boolean
  /** `VISA`, `MASTERCARD`, …; null while unknown, and for every field but the number. */
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
  /** Takes the component off the page. What was typed is kept and is there again after the next `mount`. */
  unmount(): void
  /**
   * Returns whether every field is valid, and shows the errors of invalid ones. Called from a listener, it shows
   * nothing.
   */
  validate(): boolean
  /** Says what is wrong, and what was typed besides the card. */
  getDataWithValidation(): Validation
  /** The customer that the payment is made for: as the session knows them, as typed into the form, and as submitted. */
  getCustomer(): Customer
  /** Switches the language at once; an unknown locale means English. */
  changeLocale(locale: Locale): void
  /**
   * Continues with another session, for example after a decline, and keeps the typed values. During a payment, the
   * component stays with that payment's session, and takes the new one once the payment has ended.
   */
  updateSession(sessionId: string): void
  /** Moves the focus into the component: to the first field that is not valid yet. */
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

/** What is wrong with what was typed, by field. */
export interface Validation {
  /** Whether the form can be submitted. */
  valid: boolean
  /** Each field at fault, with a sentence in the form's language; empty when `valid`. */
  errors: { field: ComponentField; code: FieldErrorCode | 'validation_failed'; message: string }[]
  /** Never card data. */
  data: Customer
}

/** What the page knows of the customer already; the form does not ask for it again. */
export interface Customer {
  /** At most 255 characters. */
  firstName?: string
  /** At most 255 characters. */
  lastName?: string
  /** Street and number. */
  address?: string
  /** Name of the town. */
  city?: string
  /** The postal code in the country's format. */
  postalCode?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** E.164, like `+38761234567`. */
  phone?: string
  /** Address for receipts and for the bank's risk check. */
  email?: string
}

/** What `submitPayment` takes. */
export interface SubmitOptions {
  /** What the page knows already and the form need not ask for. */
  customer?: Customer
  /** Called once. A decline is a response. */
  callback?: (...ending: PaymentEnding) => void
}

/** What a callback gets: exactly one of both, the other is null. */
export type PaymentEnding = [response: PaymentResponse, error: null] | [response: null, error: PaymentError]

/** How a payment ended, as the callback of `submitPayment` gets it. */
export interface PaymentResponse {
  /** True for the status `APPROVED` alone. */
  approved: boolean
  /** Status of the transaction: `APPROVED`, `DECLINED`, `CANCELED`, `SESSION_EXPIRED`, `INVALID` or `PENDING`. */
  status: string
  /** Branch on this; null when it is not known yet. */
  processing_code: string | null
  /** What the processing code means, in English, for your support; null without one. */
  response_message: string | null
  /** What your server asks the gateway about; null when nothing was sent to a provider. */
  transaction_id: string | null
  /**
   * The same session takes corrected data: the form marks the field, keeps what was typed, and may be submitted again. True
   * for declines with 2001, 2002, 2003 and 2020, at most five times in a session.
   */
  correctable: boolean
}

/** Why a payment has no outcome, as the callback of `submitPayment` gets it. */
export interface PaymentError {
  /** For `switch`. */
  code: PaymentComponentErrorCode | FieldErrorCode | 'validation_failed' | 'customer_invalid'
  /** The message for the shopper, in the form's language. */
  message: string
  /** The field of the form, or the member of the request (`customer.email`), that it concerns. */
  field?: string
}
