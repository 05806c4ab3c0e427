import type { ProcessingCode } from '@sluice/types/vocabulary'

/** The raw codes of the simulated providers, modeled on ISO 8583 response codes, with their messages. */
const PROVIDER_MESSAGES = {
  '00': 'Approved',
  '03': 'Invalid merchant',
  '04': 'Pick up card',
  '05': 'Do not honor',
  '07': 'Pick up card, special condition',
  '09': 'Request in progress',
  '12': 'Invalid transaction',
  '14': 'Invalid card number',
  '17': 'Customer cancellation',
  '1A': 'Additional customer authentication required',
  '41': 'Lost card',
  '43': 'Stolen card',
  '46': 'Closed account',
  '51': 'Insufficient funds',
  '54': 'Expired card',
  '57': 'Transaction not permitted to cardholder',
  '58': 'Transaction not permitted to terminal',
  '59': 'Suspected fraud',
  '61': 'Exceeds amount limit',
  '62': 'Restricted card',
  '65': 'Exceeds frequency limit',
  '68': 'Response received too late',
  '78': 'Inactive card',
  '91': 'Issuer or switch inoperative',
  '96': 'System malfunction',
  N7: 'CVV2 value incorrect',
  R0: 'Stop this payment',
  R1: 'Stop all future payments',
  R3: 'Stop all merchant payments',
} as const

export type ProviderCode = keyof typeof PROVIDER_MESSAGES

const USUAL_CODE: Readonly<Record<ProcessingCode, ProviderCode>> = {
  '0000': '00',
  '1000': '05',
  '1001': '96',
  '1002': '09',
  '1003': '17',
  '1004': '51',
  '1005': '68',
  '2000': '12',
  '2001': '54',
  '2002': '14',
  '2003': '14',
  '2004': '57',
  '2005': '62',
  '2006': '78',
  '2007': '57',
  '2008': '12',
  '2009': '12',
  '2010': '57',
  '2011': '57',
  '2012': '57',
  '2013': '58',
  '2014': '58',
  '2015': '58',
  '2016': '58',
  '2017': '03',
  '2018': '57',
  '2019': '57',
  '2020': 'N7',
  '2021': '03',
  '2022': '03',
  '2023': '03',
  '2024': '91',
  '3000': '1A',
  '3001': '1A',
  '3002': '1A',
  '4100': '59',
  '4101': '59',
  '4200': '61',
  '4201': '61',
  '4202': '65',
  '4203': '65',
}

/** Returns the raw code that a simulated provider reports for a processing code. */
export function providerCodeFor(code: ProcessingCode): ProviderCode {
  return USUAL_CODE[code]
}

/** Returns the message of a raw code. Codes that a test made up get a generic message. */
export function providerMessageFor(rawCode: string): string {
  return Object.hasOwn(PROVIDER_MESSAGES, rawCode)
    ? PROVIDER_MESSAGES[rawCode as ProviderCode]
    : `Response ${rawCode}`
}
