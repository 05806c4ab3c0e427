import type { OutcomeMessage } from '@sluice/provider-protocol'
import { MESSAGE_VERSIONS, TRANS_STATUSES } from '@sluice/types/vocabulary'

import { type JsonObject, objectOf, textOf } from '../kit/index.ts'
import { CVC_RESULTS, MERCHANT_ADVICE, REFUSALS, SOFT_DECLINE } from './codes.ts'
import { amountUnits } from './exponents.ts'

/** The namespace of `refusalReasonCode`. */
const NAMESPACE = 'adyen'

type Names = Pick<OutcomeMessage, 'idempotency_key' | 'account_id' | 'state' | 'refs'>

/** An amount in Adyen's format. */
export interface WrittenAmount {
  readonly currency: string
  readonly minor: number
}

/** Reads an amount; null if it is missing, or no amount in our units. */
export function readAmount(object: JsonObject | null): WrittenAmount | null {
  const currency = textOf(object, 'currency')
  const value = object?.['value']
  if (currency === null || typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return null
  try {
    return { currency, minor: amountUnits.parse(value, currency) }
  } catch {
    return null
  }
}

/** Returns the members that most outcomes share. */
function baseOutcome(names: Names, currency: string) {
  return {
    ...names,
    currency,
    approved_amount: 0,
    approval_code: null,
    reference_number: names.refs?.[0] ?? null,
    systan: null,
    retryable: false,
    code_namespace: NAMESPACE,
  } satisfies Partial<OutcomeMessage>
}

/** Returns the outcome of a request that Adyen has received. An event will report its result. */
export function pendingOutcome(names: Names, currency: string, word: string): OutcomeMessage {
  return {
    ...baseOutcome(names, currency),
    processing_code: '1002',
    response_code: word,
    response_message: word,
  }
}

/** Returns the outcome of an approved call, with this amount. */
export function approvedOutcome(
  names: Names,
  { currency, minor }: WrittenAmount,
  word: string,
  extra: JsonObject | null = null,
): OutcomeMessage {
  return {
    ...baseOutcome(names, currency),
    ...cardResults(extra),
    approved_amount: minor,
    processing_code: '0000',
    response_code: word,
    response_message: word,
    approval_code: textOf(extra, 'authCode')?.slice(0, 40) ?? null,
    network_transaction_id: textOf(extra, 'networkTxReference')?.slice(0, 64) ?? null,
  }
}

/** The parts of a refusal. */
export interface Refusal {
  /** The `resultCode`, or the name of an event. */
  readonly word: string
  readonly code: string | null
  readonly reason: string | null
}

/** Returns the outcome of a declined call. */
export function declinedOutcome(
  names: Names,
  currency: string,
  { word, code, reason }: Refusal,
  extra: JsonObject | null = null,
): OutcomeMessage {
  const known = code === null ? undefined : REFUSALS[code]
  const advice = MERCHANT_ADVICE[adviceCodeOf(extra)]
  const processingCode = known?.code ?? DECLINED_AS[word] ?? '1000'
  return {
    ...baseOutcome(names, currency),
    ...cardResults(extra),
    processing_code: processingCode,
    response_code: code ?? word,
    response_message: toShortText(textOf(extra, 'refusalReasonRaw') ?? reason ?? known?.reason ?? word, 255),
    retryable: advice === undefined && RETRYABLE.has(processingCode),
    ...(advice && { network_advice: advice }),
    ...(code === SOFT_DECLINE && { soft_decline: true }),
  }
}

/** Refusals without a specific reason. */
const DECLINED_AS: Readonly<Record<string, OutcomeMessage['processing_code']>> = {
  Cancelled: '1003',
  Error: '1001',
}

/** Declines that concern the provider's route, not the card. */
const RETRYABLE: ReadonlySet<string> = new Set(['1001'])

/** `01 : New account information available`: only the number counts. */
function adviceCodeOf(extra: JsonObject | null): string {
  const digits = /^\d{1,2}/.exec(textOf(extra, 'merchantAdviceCode') ?? '')?.[0] ?? ''
  return digits.padStart(2, '0')
}

function cardResults(extra: JsonObject | null): Partial<OutcomeMessage> {
  const cvc = CVC_RESULTS[textOf(extra, 'cvcResult')?.[0] ?? '']
  const avs = textOf(extra, 'avsResult')
  return { ...(cvc && { cvv_result: cvc }), ...(avs && { avs_result: toShortText(avs, 40) }) }
}

/** Returns how Adyen authenticated the cardholder, or null if Adyen does not report it. */
export function readAuthentication(
  result: JsonObject | null,
  extra: JsonObject | null,
): NonNullable<OutcomeMessage['authentication']> | null {
  const statuses = [
    textOf(result, 'transStatus'),
    textOf(extra, 'threeDAuthenticatedResponse'),
    textOf(extra, 'threeDOfferedResponse'),
  ]
  const found = statuses.find((status) => status !== null && status !== 'C')
  const transStatus = TRANS_STATUSES.find((status) => status === found)
  if (transStatus === undefined) return null
  const eci = textOf(result, 'eci') ?? textOf(extra, 'eci')
  const version = textOf(result, 'messageVersion') ?? textOf(extra, 'threeDSVersion')
  const dsTransId = (textOf(result, 'dsTransID') ?? textOf(extra, 'dsTransID'))?.toLowerCase()
  const exemption = textOf(result, 'exemptionIndicator')
  return {
    trans_status: transStatus,
    eci: eci !== null && /^\d{2}$/.test(eci) ? eci : null,
    ds_trans_id: dsTransId !== undefined && UUID.test(dsTransId) ? dsTransId : null,
    message_version: MESSAGE_VERSIONS.find((known) => known === version) ?? null,
    ...(exemption && { exemption_applied: toShortText(exemption, 40) }),
  }
}

/** The format of an EMV id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Shortens a text and removes its control characters. */
export function toShortText(text: string, maxChars: number): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxChars)
}

/** Returns the `additionalData` of an answer or event. */
export function extraOf(object: JsonObject): JsonObject | null {
  return objectOf(object, 'additionalData')
}
