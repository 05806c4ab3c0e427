import { TRANSFER_ACCOUNT_KINDS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { appLink } from './app-link.ts'
import { key, movement, payment } from './members.ts'
import { namesWhileAwaited } from './names.ts'
import { outcome } from './outcome.ts'
import { prepared } from './preparation.ts'
import { transferAccount } from './transfer-account.ts'
import { webUrl } from './web-url.ts'

const text = z.string()

/** `POST /orders`: a payment or payout that is confirmed elsewhere. */
export const order = z.object({
  ...movement,
  ...payment,
  prepared,
  /** The method: `partner-blik`, `provider-redirect-ali`, `payment_upi`, `payout_upi`. */
  type: text,
  /** WITHDRAWAL is a payout. */
  direction: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  /** ISO 3166-1, two letters. */
  country: text.nullable(),
  /** The merchant as the customer knows it. */
  merchant_name: text.nullable(),
  /** The data of the payment method: `blik_code`, `vpa`. */
  method_data: z.record(z.string(), z.unknown()),
  /** The payee of a payout; null for a payment. */
  beneficiary: z
    .object({
      /** The form of the account, as its members and the currency show it. `LOCAL`: as the country has it. */
      account_kind: z.enum(TRANSFER_ACCOUNT_KINDS),
      account_number: text,
      account_name: text,
      ifsc: text.nullable(),
      bank_code: text.nullable(),
      bank_name: text.nullable(),
      bank_branch: text.nullable(),
      bank_address: text.nullable(),
      bank_city: text.nullable(),
      bank_state: text.nullable(),
      mobile: text.nullable(),
    })
    .nullable(),
  /**
   * The address to which the provider sends the customer's browser when the page is finished, after every outcome; null
   * if there is no browser.
   */
  return_url: text.nullable(),
  /** The time after which the gateway cancels the order; null: when the provider says so. */
  expires_in_seconds: z.int().positive().nullable(),
  /** The address for provider callbacks. */
  callback_url: text,
})

/** A payment or payout that is confirmed at the provider. */
export type OrderMessage = z.output<typeof order>

const QR_TEXT_MAX_BYTES = 1_024
const APP_LINKS_MAX = 12
const FORM_FIELDS_MAX = 60
const FORM_MAX_CHARS = 16_384

/** The content of the QR code. Codes of bank transfers have several lines. */
const qrText = z
  .string()
  .min(1)
  .regex(/^(\P{Cc}|[\r\n])*$/u)
  .refine((text) => Buffer.byteLength(text) <= QR_TEXT_MAX_BYTES)

/** The time at which the provider stops accepting the payment, if that is before the gateway does. */
const expiresAt = z.iso.datetime({ offset: true }).nullish()

/** Visible to the customer: a field must not hold a secret of the provider's. */
const formToPost = z
  .object({ url: webUrl, fields: z.record(z.string().min(1).max(100), z.string().max(4_096)) })
  .refine(
    ({ fields }) =>
      Object.keys(fields).length <= FORM_FIELDS_MAX && JSON.stringify(fields).length <= FORM_MAX_CHARS,
  )

/** Answer of `POST /orders`. */
export const orderAnswer = z.discriminatedUnion('result', [
  /** Decided; or code 1002, and the outcome will be reported or queried. */
  z.object({ result: z.literal('OUTCOME'), outcome }),
  /** The customer confirms on the provider's page. */
  z.object({
    result: z.literal('REDIRECT'),
    idempotency_key: key,
    redirect_url: webUrl,
    ...namesWhileAwaited,
  }),
  /** The customer's browser posts a form to the provider. */
  z.object({
    result: z.literal('FORM'),
    idempotency_key: key,
    form: formToPost,
    ...namesWhileAwaited,
  }),
  /** The customer transfers the money; the gateway's page shows the account. */
  z.object({
    result: z.literal('BANK_TRANSFER'),
    idempotency_key: key,
    account: transferAccount,
    /** A page of the provider's that explains the transfer; the gateway's page links to it. */
    redirect_url: webUrl.nullish(),
    expires_at: expiresAt,
    ...namesWhileAwaited,
  }),
  /** The customer pays in an app: the gateway's page shows the code and the links. */
  z
    .object({
      result: z.literal('DISPLAY'),
      idempotency_key: key,
      qr_text: qrText.nullish(),
      app_links: z.array(appLink).max(APP_LINKS_MAX).default([]),
      /** An account to which the customer can transfer the money instead. */
      account: transferAccount.nullish(),
      expires_at: expiresAt,
      ...namesWhileAwaited,
    })
    .refine(({ qr_text: text, app_links: links }) => Boolean(text) || links.length > 0),
])

/** The provider's answer to an order. */
export type OrderAnswerMessage = z.output<typeof orderAnswer>
