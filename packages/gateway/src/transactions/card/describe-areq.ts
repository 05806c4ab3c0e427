import type { Metadata } from '@sluice/types'

import {
  type AuthenticationRequest,
  type Cardholder,
  type EnrolmentRequest,
  type MerchantInitiatedRequest,
  findSubdivisionCode,
  roundColorDepth,
  type Seller,
  toCardholderName,
  toEmvText,
} from '../../three-ds/index.ts'
import { type Attempt, threeDsOf } from '../execution/attempt.ts'
import type { Transaction } from '../execution/transaction.ts'
import { cardOf, MESSAGE_VERSION, windowSizeFor } from './authentication-progress.ts'
import type { Progress } from './card-context.ts'
import { preferenceOf } from './requested-of.ts'

/** The data that both calls to the 3DS server carry in addition to the payment. */
interface Context {
  readonly seller: Seller
  readonly metadata: Metadata | null
}

/** Describes a payment for the enrolment; the AReq contains the same data and more. */
export function describeEnrolment(progress: Progress, { seller, metadata }: Context): EnrolmentRequest {
  const { transaction, attempt, saveFor, storedCredential } = progress
  return {
    key: attempt.id,
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    card: cardOf(progress),
    seller,
    amountMinor: transaction.amountMinor,
    currency: transaction.currency,
    requestedAtMs: transaction.createdAtMs,
    isPayment: transaction.transactionType !== 'VERIFY',
    savesCard: saveFor !== null,
    ...(storedCredential?.initiator === 'MERCHANT'
      ? { channel: '3RI', challengePreference: 'NO_PREFERENCE', exemption: null }
      : {
          channel: 'BROWSER',
          challengePreference: preferenceOf(progress),
          exemption: attempt.requested.exemption,
        }),
    metadata,
  }
}

/** Describes a payment for the AReq. @see docs/protocol/three-ds.md#three-ds */
export function describeAreq(
  progress: Progress,
  more: Pick<AuthenticationRequest, 'completionIndicator' | 'notificationUrl' | 'returnUrl'> & Context,
): AuthenticationRequest {
  const { transaction, attempt } = progress
  const { browserInfo } = transaction
  if (browserInfo === null) throw new Error(`Transaction ${transaction.id} has no browser_info`)
  const { completionIndicator, notificationUrl, returnUrl } = more
  return {
    ...describeEnrolment(progress, more),
    ...idsOf(attempt),
    completionIndicator,
    challengeWindowSize: windowSizeFor(transaction),
    // Normalized, because a bank may not accept every character that the URL parser does.
    notificationUrl: new URL(notificationUrl).href,
    returnUrl,
    cardholder: cardholderOf(transaction),
    browserInfo: {
      ip: transaction.shopperIp,
      javaScriptEnabled: runsScripts(transaction),
      userAgent: browserInfo.user_agent,
      acceptHeader: browserInfo.accept_header,
      javaEnabled: browserInfo.java_enabled,
      colorDepth: roundColorDepth(browserInfo.color_depth),
      screenHeight: browserInfo.screen_height,
      screenWidth: browserInfo.screen_width,
      timeZoneOffset: browserInfo.time_zone_offset,
      language: browserInfo.language,
    },
  }
}

/** Describes a charge that the merchant starts for the AReq. @see docs/protocol/saved-cards.md#stored-credentials */
export function describeMerchantInitiated(
  progress: Progress,
  more: Pick<MerchantInitiatedRequest, 'firstAuthentication'> & Context,
): MerchantInitiatedRequest {
  return {
    ...describeEnrolment(progress, more),
    ...idsOf(progress.attempt),
    cardholder: cardholderOf(progress.transaction),
    firstAuthentication: more.firstAuthentication,
  }
}

function idsOf(attempt: Attempt): Pick<AuthenticationRequest, 'threeDsServerTransId' | 'messageVersion'> {
  const { threeDsServerTransId, messageVersion } = threeDsOf(attempt)
  return { threeDsServerTransId, messageVersion: messageVersion ?? MESSAGE_VERSION }
}

/** The cardholder data of the AReq, as far as the merchant sent it; null if there is none. */
function cardholderOf({ customer }: Pick<Transaction, 'customer'>): Cardholder | null {
  if (customer === null) return null
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return {
    name: toCardholderName(name),
    email: toEmailAddress(customer.email),
    phone: customer.phone ?? null,
    address: toAddressText(customer.address, LINE_MAX_CHARS),
    city: toAddressText(customer.city, LINE_MAX_CHARS),
    postalCode: toAddressText(customer.postal_code, POSTAL_CODE_MAX_CHARS),
    state: findSubdivisionCode(customer.state, customer.country),
    country: customer.country ?? null,
  }
}

/** EMV 3-D Secure: `billAddrLine1`, `billAddrCity`, and `billAddrPostCode`. */
const [LINE_MAX_CHARS, POSTAL_CODE_MAX_CHARS] = [50, 16]

/** The longest e-mail address of EMV 3-D Secure. A longer one is left out, because a cut one would be another's. */
const EMAIL_MAX_CHARS = 254

function toEmailAddress(email: string | undefined): string | null {
  return email !== undefined && email.length <= EMAIL_MAX_CHARS ? email : null
}

function toAddressText(text: string | undefined, maxChars: number): string | null {
  return (text !== undefined && toEmvText(text, maxChars)) || null
}

/**
 * Returns whether scripts run in the shopper's browser. Our own forms are scripts; of a merchant's page nothing is
 * known, and the 3DS Server decides what the AReq says.
 */
function runsScripts({ integration }: Pick<Transaction, 'integration'>): boolean | null {
  return integration === 'DIRECT_API' ? null : true
}
