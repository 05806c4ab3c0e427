/**
 * Everything that the merchant's page, the card frame and the 3DS frame can say to each other: three closed lists.
 *
 * No message carries a digit of a card, and none that reaches the merchant's page carries `payment_data`.
 */
import { type ChallengeWindowSize, SESSION_STATUSES } from '@sluice/types/vocabulary'
import { STYLE_TOKENS } from '../styles/tokens.ts'
import { FIELD_ERROR_CODES, FIELD_NAMES } from '../validation/field-errors.ts'
import {
  count,
  flag,
  isObject,
  nullable,
  object,
  oneOf,
  record,
  text,
  textMap,
  type Members,
  type Shape,
} from './shape.ts'

/** Increased when a frame and a script of different releases could misunderstand each other. */
export const PROTOCOL_VERSION = 1

/** The longest legitimate message is a form for an ACS, about 4 kB. */
const MESSAGE_MAX_CHARS = 8_192

/** The members of a customer, as the specification's `submitPayment` names them. */
export const CUSTOMER_MEMBERS = [
  'firstName',
  'lastName',
  'address',
  'city',
  'postalCode',
  'country',
  'phone',
  'email',
] as const

/** Longer than any name or address. Longer values are rejected before they are sent. */
export const CUSTOMER_MEMBER_MAX_CHARS = 512

const SCHEMES = ['light', 'dark'] as const
const SURFACES = ['hidden', 'dialog'] as const
/** Only the codes, because a frame need not know the sizes. */
export const WINDOW_SIZES = ['01', '02', '03', '04', '05'] as const satisfies readonly ChallengeWindowSize[]
/** The maximum height of a frame on a page. */
const FRAME_MAX_PX = 4_000
const CODE_MAX_CHARS = 64
const URL_MAX_CHARS = 2_048
const PREFERENCES_MAX_CHARS = 400
/** The maximum length of a text from a page: a sentence or two. */
const [PAGE_TEXTS_MAX, PAGE_TEXT_MAX_CHARS] = [64, 256]
const customer = record(oneOf(CUSTOMER_MEMBERS), text(CUSTOMER_MEMBER_MAX_CHARS), CUSTOMER_MEMBERS.length)
const surface = oneOf(SURFACES)
const code = text(CODE_MAX_CHARS)
const url = text(URL_MAX_CHARS)

const tokens = record(oneOf(STYLE_TOKENS), text(200), STYLE_TOKENS.length)

const PAGE_TO_CARD = {
  /** `locale`: the preferred languages, separated by commas, preferred first. */
  configure: { locale: text(PREFERENCES_MAX_CHARS), scheme: oneOf(SCHEMES), tokens },
  focus: {},
  reveal: {},
  submit: { customer: nullable(customer) },
  cancel: {},
  /** Continues the running payment from the step that this frame holds; without a step, waits for the outcome. */
  follow: {},
  session: { sessionId: text(128) },
  /** Comes with the port of the 3DS frame. */
  'surface-opened': { surface, windowSize: oneOf(WINDOW_SIZES) },
  'surface-failed': { surface },
} satisfies Record<string, Members>

const CARD_TO_PAGE = {
  /** `resumes`: this frame has the step of the running payment, and continues when the page sends `follow`. */
  ready: { status: oneOf(SESSION_STATUSES), customer, resumes: flag },
  /** A payment began or ended, including one that was found running after a reload. */
  paying: { isPaying: flag },
  /** The valid typed values about the shopper; they replace earlier ones. */
  customer: { customer },
  /**
   * A style value that cannot be applied; `ratio` null. In the test environment, also text with low contrast on its
   * background: its ratio, such as `3.2`.
   */
  'style-fault': { token: oneOf(STYLE_TOKENS), ratio: nullable(text(8)) },
  state: {
    field: oneOf(FIELD_NAMES),
    empty: flag,
    valid: flag,
    potentiallyValid: flag,
    focused: flag,
    brand: nullable(text(16)),
    /** The error that the field shows. */
    errorCode: nullable(oneOf(FIELD_ERROR_CODES)),
    /** The error, even if it is not shown, in the form's language; null if the field is valid. */
    fault: nullable(object({ code: oneOf(FIELD_ERROR_CODES), message: text(256) })),
    /** Whether the shopper has typed in it since the last report. */
    edited: flag,
  },
  /** The locale of the frame, and the page's texts in it if its script lacks them. */
  speaks: { locale: text(35), texts: textMap(PAGE_TEXTS_MAX, PAGE_TEXT_MAX_CHARS) },
  height: { heightPx: count(FRAME_MAX_PX) },
  /** A part of the frame that the shopper must see now, although it may be off screen. */
  'look-here': { topPx: count(FRAME_MAX_PX), bottomPx: count(FRAME_MAX_PX) },
  'submit-request': {},
  'open-surface': { surface, windowSize: text(2), methodsUrl: url },
  'close-surface': { surface },
  'cancel-refused': {},
  /** The payment is stored and continues at this address. */
  redirect: { url },
  result: {
    response: object({
      approved: flag,
      status: code,
      processing_code: nullable(code),
      response_message: nullable(text(512)),
      transaction_id: nullable(text(128)),
      correctable: flag,
    }),
    returnUrl: url,
  },
  /** A payment ended without an answer, with the reason in the form's language. */
  failure: { code, field: nullable(text(128)), message: text(256) },
  /** Nothing can be paid here, or not yet, with the reason in the form's language. */
  error: { code, message: text(256) },
} satisfies Record<string, Members>

/** The methods frame receives the same messages as the card frame. It has no card fields. */
const METHODS_TO_PAGE = {
  ready: CARD_TO_PAGE.ready,
  paying: CARD_TO_PAGE.paying,
  speaks: CARD_TO_PAGE.speaks,
  height: CARD_TO_PAGE.height,
  'look-here': CARD_TO_PAGE['look-here'],
  'style-fault': CARD_TO_PAGE['style-fault'],
  'open-surface': CARD_TO_PAGE['open-surface'],
  'close-surface': CARD_TO_PAGE['close-surface'],
  'cancel-refused': CARD_TO_PAGE['cancel-refused'],
  result: CARD_TO_PAGE.result,
  failure: CARD_TO_PAGE.failure,
  error: CARD_TO_PAGE.error,
  /** The shopper opened a method, or closed the open one. */
  method: { method: nullable(text(32)) },
  redirect: CARD_TO_PAGE.redirect,
} satisfies Record<string, Members>

const CARD_TO_THREE_DS = {
  fingerprint: { methodUrl: url, threeDsServerTransId: code, notificationUrl: url },
  challenge: {
    acsUrl: url,
    threeDsServerTransId: code,
    acsTransId: code,
    messageVersion: text(8),
    windowSize: text(2),
  },
  redirect: { url },
  form: { url, fields: textMap(32, MESSAGE_MAX_CHARS) },
  /** The gateway was not reached, so the bank's page is not reloaded. */
  stay: {},
  /** The frame has no step to show, because another window shows it, or the payment needs none. */
  elsewhere: {},
} satisfies Record<string, Members>

/** Sent before the port is passed to the payment: the frame is in a dialog. Comes with a port for the two below. */
const PAGE_TO_THREE_DS = { dialog: { tokens } } satisfies Record<string, Members>

const PAGE_TO_DIALOG = {
  /** The shopper wants to leave, so the frame asks whether to cancel the payment. */
  ask: {},
  /** The payment could not be canceled. */
  resume: {},
  /** The page has turned dark, or light. */
  look: { scheme: oneOf(SCHEMES), tokens },
} satisfies Record<string, Members>

const DIALOG_TO_PAGE = { cancel: {} } satisfies Record<string, Members>

const THREE_DS_TO_CARD = {
  'fingerprint-done': { completed: flag },
  'challenge-done': { transStatus: text(1) },
  /** The shopper requests to reload the bank's page. */
  reload: {},
} satisfies Record<string, Members>

type MessageOf<T extends Record<string, Members>> = {
  [K in keyof T]: { readonly type: K } & Shape<T[K]>
}[keyof T]

export type PageToCard = MessageOf<typeof PAGE_TO_CARD>
export type CardToPage = MessageOf<typeof CARD_TO_PAGE>
export type MethodsToPage = MessageOf<typeof METHODS_TO_PAGE>
export type CardToThreeDs = MessageOf<typeof CARD_TO_THREE_DS>
export type PageToThreeDs = MessageOf<typeof PAGE_TO_THREE_DS>
export type PageToDialog = MessageOf<typeof PAGE_TO_DIALOG>
export type DialogToPage = MessageOf<typeof DIALOG_TO_PAGE>
export type ThreeDsToCard = MessageOf<typeof THREE_DS_TO_CARD>

export type Scheme = (typeof SCHEMES)[number]
/** The place of a 3DS frame: hidden (fingerprint), or in a dialog over the merchant's page. */
export type Surface = (typeof SURFACES)[number]
export type FieldState = Omit<Extract<CardToPage, { type: 'state' }>, 'type'>
export type WireCustomer = Readonly<Partial<Record<(typeof CUSTOMER_MEMBERS)[number], string>>>
export type PaymentAnswer = Extract<CardToPage, { type: 'result' }>['response']

/** Parses a message; returns null if it is not in its list, has a missing or additional member, or is too large. */
export type MessageReader<M> = (data: unknown) => M | null

export const readPageToCard: MessageReader<PageToCard> = /* @__PURE__ */ reader(PAGE_TO_CARD)
export const readCardToPage: MessageReader<CardToPage> = /* @__PURE__ */ reader(CARD_TO_PAGE)
export const readMethodsToPage: MessageReader<MethodsToPage> = /* @__PURE__ */ reader(METHODS_TO_PAGE)
/** The messages to the 3DS frame: from the page around it, then from the payment. */
export const readToThreeDs: MessageReader<CardToThreeDs | PageToThreeDs> = /* @__PURE__ */ reader({
  ...CARD_TO_THREE_DS,
  ...PAGE_TO_THREE_DS,
})
export const readPageToDialog: MessageReader<PageToDialog> = /* @__PURE__ */ reader(PAGE_TO_DIALOG)
export const readDialogToPage: MessageReader<DialogToPage> = /* @__PURE__ */ reader(DIALOG_TO_PAGE)
export const readThreeDsToCard: MessageReader<ThreeDsToCard> = /* @__PURE__ */ reader(THREE_DS_TO_CARD)

function reader<T extends Record<string, Members>>(table: T): MessageReader<MessageOf<T>> {
  const checks = new Map(
    Object.entries(table).map(([type, members]) => [type, object({ type: oneOf([type]), ...members })]),
  )
  return (data) => {
    if (!isObject(data) || typeof data['type'] !== 'string') return null
    const check = checks.get(data['type'])
    if (!check?.(data) || JSON.stringify(data).length > MESSAGE_MAX_CHARS) return null
    return data as MessageOf<T>
  }
}
