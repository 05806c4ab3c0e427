import type { AuthorizationAnswerMessage, OrderAnswerMessage } from '@sluice/provider-protocol'
import { MESSAGE_VERSIONS } from '@sluice/types/vocabulary'

import { isJsonObject, type JsonObject, objectOf, parseJsonObject, textOf } from '../kit/index.ts'
import { UUID } from './outcome.ts'
import type { AwaitedStep } from './state.ts'

type ShopperStep = Extract<AuthorizationAnswerMessage, { result: 'AUTHENTICATE' }>['step']

/** The next step that a card payment needs from its shopper. */
export interface RequiredStep {
  readonly step: ShopperStep
  readonly awaited: AwaitedStep
}

/** Reads the shopper's next step in a card payment; null for an action that is not a card's, or lacks a member. */
export function readCardAction(action: JsonObject | null): RequiredStep | null {
  const awaited = {
    paymentData: textOf(action, 'paymentData'),
    authorisationToken: textOf(action, 'authorisationToken'),
    transId: null,
  }
  if (textOf(action, 'type') === 'threeDS2') return readEmvStep(action, awaited)
  const redirect = readRedirect(action)
  if (redirect === null) return null
  const step: ShopperStep = redirect.fields
    ? { kind: 'FORM', url: redirect.url, fields: redirect.fields }
    : { kind: 'REDIRECT', url: redirect.url }
  return { step, awaited: { ...awaited, kind: 'RETURN' } }
}

/** The token is Base64 of JSON with EMV's own names. */
function readEmvStep(action: JsonObject | null, awaited: Omit<AwaitedStep, 'kind'>): RequiredStep | null {
  const token = parseJsonObject(Buffer.from(textOf(action, 'token') ?? '', 'base64').toString('utf8'))
  const transId = textOf(token, 'threeDSServerTransID')?.toLowerCase() ?? ''
  const version = textOf(token, 'messageVersion')
  const messageVersion = MESSAGE_VERSIONS.find((known) => known === version)
  if (!UUID.test(transId)) return null
  switch (textOf(action, 'subtype')) {
    case 'fingerprint': {
      const url = textOf(token, 'threeDSMethodURL')
      if (url === null) return null
      return {
        step: {
          kind: 'FINGERPRINT',
          three_ds_server_trans_id: transId,
          three_ds_method_url: url,
          // The fingerprint does not depend on the version, and not every token names it.
          message_version: messageVersion ?? '2.2.0',
        },
        awaited: { ...awaited, kind: 'FINGERPRINT', transId },
      }
    }
    case 'challenge': {
      const acsTransId = textOf(token, 'acsTransID')?.toLowerCase() ?? ''
      const acsUrl = textOf(token, 'acsURL')
      if (acsUrl === null || messageVersion === undefined || !UUID.test(acsTransId)) return null
      return {
        step: {
          kind: 'CHALLENGE',
          three_ds_server_trans_id: transId,
          acs_trans_id: acsTransId,
          acs_url: acsUrl,
          message_version: messageVersion,
        },
        awaited: { ...awaited, kind: 'CHALLENGE', transId },
      }
    }
    default:
      return null
  }
}

interface Redirect {
  readonly url: string
  /** The form fields; null for a GET. */
  readonly fields: Readonly<Record<string, string>> | null
}

function readRedirect(action: JsonObject | null): Redirect | null {
  const url = textOf(action, 'url')
  if (textOf(action, 'type') !== 'redirect' || url === null) return null
  if (textOf(action, 'method') !== 'POST') return { url, fields: null }
  const data = objectOf(action, 'data') ?? {}
  const fields = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { url, fields: Object.fromEntries(fields) }
}

type OrderNames = Pick<
  Exclude<OrderAnswerMessage, { result: 'OUTCOME' }>,
  'idempotency_key' | 'state' | 'refs'
>

/** Reads the customer's next step in an order; null for an action that the protocol does not support. */
export function readOrderAction(action: JsonObject | null, names: OrderNames): OrderAnswerMessage | null {
  switch (textOf(action, 'type')) {
    case 'redirect': {
      const redirect = readRedirect(action)
      if (redirect === null) return null
      return redirect.fields
        ? { result: 'FORM', ...names, form: { url: redirect.url, fields: redirect.fields } }
        : { result: 'REDIRECT', ...names, redirect_url: redirect.url }
    }
    case 'qrCode': {
      const qrText = textOf(action, 'qrCodeData')
      if (qrText === null) return null
      return { result: 'DISPLAY', ...names, qr_text: qrText, app_links: [], expires_at: expiryOf(action) }
    }
    case 'bankTransfer': {
      const account = readAccount(action)
      return account && { result: 'BANK_TRANSFER', ...names, account, expires_at: null }
    }
    default:
      return null
  }
}

type Account = Extract<OrderAnswerMessage, { result: 'BANK_TRANSFER' }>['account']

function readAccount(action: JsonObject | null): Account | null {
  const name = textOf(action, 'beneficiary')
  const iban = textOf(action, 'iban')?.replaceAll(' ', '') ?? null
  if (name === null || iban === null) return null
  const reference = textOf(action, 'reference')
  return { kind: 'IBAN', account_name: name, iban, bic: textOf(action, 'bic'), reference }
}

function expiryOf(action: JsonObject | null): string | null {
  const text = textOf(action, 'expiresAt')
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Returns whether an action asks the customer to confirm in an app, while the payment waits. */
export function isAwaitedInApp(action: unknown): boolean {
  return isJsonObject(action) && action['type'] === 'await'
}
