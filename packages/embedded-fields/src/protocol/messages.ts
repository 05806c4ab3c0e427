/**
 * Everything that the merchant's page, the card frame and the 3DS frame can say to each other: three closed lists.
 *
 * No message carries a digit of a card, and none that reaches the merchant's page carries `payment_data`.
 */
import { CHALLENGE_WINDOW_SIZES, LOCALES, SESSION_STATUSES } from '@sluice/types/vocabulary'
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

/** Raised when a frame and a script of different releases could misunderstand each other. */
export const PROTOCOL_VERSION = 1

/** The longest legitimate message is a form for an ACS, some 4 kB. */
const MESSAGE_MAX_BYTES = 8_192

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

/** Longer than any name or address; what is longer is refused before it is sent. */
export const CUSTOMER_MEMBER_MAX_CHARS = 512

const SCHEMES = ['light', 'dark'] as const
const SURFACES = ['hidden', 'dialog'] as const
const CODE_MAX_CHARS = 64
const URL_MAX_CHARS = 2_048
const customer = record(oneOf(CUSTOMER_MEMBERS), text(CUSTOMER_MEMBER_MAX_CHARS), CUSTOMER_MEMBERS.length)
const surface = oneOf(SURFACES)
const code = text(CODE_MAX_CHARS)
const url = text(URL_MAX_CHARS)

const PAGE_TO_CARD = {
  configure: {
    locale: oneOf(LOCALES),
    scheme: oneOf(SCHEMES),
    tokens: record(oneOf(STYLE_TOKENS), text(200), STYLE_TOKENS.length),
  },
  focus: {},
  reveal: {},
  submit: { customer: nullable(customer) },
  cancel: {},
  session: { sessionId: text(128) },
  /** Comes with the port of the 3DS frame. */
  'surface-opened': { surface, windowSize: oneOf(Object.keys(CHALLENGE_WINDOW_SIZES) as WindowSize[]) },
  'surface-failed': { surface, code },
} satisfies Record<string, Members>

const CARD_TO_PAGE = {
  ready: { status: oneOf(SESSION_STATUSES), customer },
  state: {
    field: oneOf(FIELD_NAMES),
    empty: flag,
    valid: flag,
    potentiallyValid: flag,
    focused: flag,
    brand: nullable(text(16)),
    errorCode: nullable(oneOf(FIELD_ERROR_CODES)),
  },
  height: { heightPx: count(4_000) },
  'submit-request': {},
  'open-surface': { surface, windowSize: text(2) },
  'close-surface': { surface },
  'cancel-refused': {},
  result: {
    response: object({
      approved: flag,
      status: code,
      processing_code: nullable(code),
      response_message: nullable(text(512)),
      transaction_id: nullable(text(128)),
    }),
    returnUrl: url,
  },
  failure: { code, field: nullable(text(128)) },
  error: { code },
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
  form: { url, fields: textMap(32, MESSAGE_MAX_BYTES) },
} satisfies Record<string, Members>

const THREE_DS_TO_CARD = {
  'fingerprint-done': { completed: flag },
  'challenge-done': { transStatus: text(1) },
} satisfies Record<string, Members>

type WindowSize = keyof typeof CHALLENGE_WINDOW_SIZES

type MessageOf<T extends Record<string, Members>> = {
  [K in keyof T]: { readonly type: K } & Shape<T[K]>
}[keyof T]

export type PageToCard = MessageOf<typeof PAGE_TO_CARD>
export type CardToPage = MessageOf<typeof CARD_TO_PAGE>
export type CardToThreeDs = MessageOf<typeof CARD_TO_THREE_DS>
export type ThreeDsToCard = MessageOf<typeof THREE_DS_TO_CARD>

export type Scheme = (typeof SCHEMES)[number]
/** Where a 3DS frame is shown: nowhere (fingerprint), or in a dialog over the merchant's page. */
export type Surface = (typeof SURFACES)[number]
export type FieldState = Omit<Extract<CardToPage, { type: 'state' }>, 'type'>
export type WireCustomer = Readonly<Partial<Record<(typeof CUSTOMER_MEMBERS)[number], string>>>
export type PaymentAnswer = Extract<CardToPage, { type: 'result' }>['response']

/** Reads a message; null when it is none of its list, has a member too many or too few, or is too large. */
export type MessageReader<M> = (data: unknown) => M | null

export const readPageToCard: MessageReader<PageToCard> = reader(PAGE_TO_CARD)
export const readCardToPage: MessageReader<CardToPage> = reader(CARD_TO_PAGE)
export const readCardToThreeDs: MessageReader<CardToThreeDs> = reader(CARD_TO_THREE_DS)
export const readThreeDsToCard: MessageReader<ThreeDsToCard> = reader(THREE_DS_TO_CARD)

function reader<T extends Record<string, Members>>(table: T): MessageReader<MessageOf<T>> {
  const checks = new Map(
    Object.entries(table).map(([type, members]) => [type, object({ type: oneOf([type]), ...members })]),
  )
  return (data) => {
    if (!isObject(data) || typeof data['type'] !== 'string') return null
    const check = checks.get(data['type'])
    if (!check?.(data) || sizeInBytes(data) > MESSAGE_MAX_BYTES) return null
    return data as MessageOf<T>
  }
}

function sizeInBytes(data: unknown): number {
  return new TextEncoder().encode(JSON.stringify(data)).length
}
