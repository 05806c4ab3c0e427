import type { CardBrand, Eci } from '@sluice/types/vocabulary'
import { ECI_VALUES } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import { findCardBrand } from '../card-brand.ts'
import { isCryptogram } from '../cryptogram.ts'
import { readBase64 } from './read-base64.ts'
import { asMembers, type Members, readInstant, readJsonMembers } from './read-json.ts'
import { type Failed, failed } from './wallet-token.ts'

/** The card in a wallet's token. */
export interface WalletCredential {
  readonly pan: Secret<string>
  /** 1–12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
  /** Set if the device authenticated the cardholder, which replaces 3DS. */
  readonly proof: { readonly cryptogram: Secret<string>; readonly eci: Eci } | null
}

export interface WalletMessage {
  readonly credential: WalletCredential
  readonly messageId: string
  readonly expiresAtMs: number
}

const MESSAGE_ID_MAX_CHARS = 500
const PAN = /^[0-9]{12,19}$/
const ECI_INDICATOR = /^[0-9]{1,2}$/

/** The networks of the wallet's cards, with the ECI that a missing one implies. */
const ECI_WHEN_SILENT: Partial<Record<CardBrand, Eci>> = { VISA: '07', MASTERCARD: '02' }

/** The brands that the wallet supports. */
export const WALLET_BRANDS = Object.keys(ECI_WHEN_SILENT) as readonly CardBrand[]

/**
 * Parses a decrypted message.
 *
 * @param gatewayMerchantId - the id of the merchant that is paid; a token with another one is rejected.
 */
export function readCredential(
  plaintext: Uint8Array,
  { gatewayMerchantId, nowMs }: { readonly gatewayMerchantId: string; readonly nowMs: number },
): ({ readonly ok: true } & WalletMessage) | Failed {
  const members = readJsonMembers(Buffer.from(plaintext).toString('utf8'))
  const expiresAtMs = readInstant(members?.['messageExpiration'])
  const messageId = members?.['messageId']
  if (members === null || expiresAtMs === null || !isMessageId(messageId)) return failed('payload_unreadable')
  if (expiresAtMs <= nowMs) return failed('message_expired')
  const recipient = members['gatewayMerchantId']
  if (recipient !== undefined && recipient !== gatewayMerchantId) return failed('other_merchant')

  const details = members['paymentMethod'] === 'CARD' ? asMembers(members['paymentMethodDetails']) : null
  const credential = details && readCard(details)
  return credential ? { ok: true, credential, messageId, expiresAtMs } : failed('payload_unreadable')
}

function readCard(details: Members): WalletCredential | null {
  const { pan, expirationMonth, expirationYear, authMethod } = details
  if (typeof pan !== 'string' || !PAN.test(pan)) return null
  if (!isWithin(expirationMonth, 1, 12) || !isWithin(expirationYear, 1000, 9999)) return null
  const card = { pan: new Secret(pan), expirationMonth, expirationYear }
  if (authMethod === 'PAN_ONLY') return { ...card, proof: null }
  if (authMethod !== 'CRYPTOGRAM_3DS') return null
  const cryptogram = readCryptogram(details['cryptogram'])
  const eci = readEci(details['eciIndicator'], pan)
  return cryptogram && eci && { ...card, proof: { cryptogram, eci } }
}

/** Returns the form for providers: padded Base64. */
function readCryptogram(value: unknown): Secret<string> | null {
  const bytes = typeof value === 'string' ? readBase64(value) : null
  const text = bytes?.toString('base64')
  return text !== undefined && isCryptogram(text) ? new Secret(text) : null
}

function readEci(indicator: unknown, pan: string): Eci | null {
  if (indicator === undefined || indicator === '' || indicator === null) {
    const brand = findCardBrand(pan)
    // A card of another network has its own reason.
    return (brand && ECI_WHEN_SILENT[brand]) ?? '07'
  }
  if (typeof indicator !== 'string' || !ECI_INDICATOR.test(indicator)) return null
  const padded = indicator.padStart(2, '0')
  return ECI_VALUES.find((eci) => eci === padded) ?? null
}

function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MESSAGE_ID_MAX_CHARS
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}
