import { isProcessingCode, type ProcessingCode, type SimulatedFlow } from '@sluice/types/vocabulary'

import { FLOWS } from './flows.ts'

/** The instructions of a test card number to the simulators. Without any, the payment is approved without friction. */
export interface TestCard {
  readonly flow?: SimulatedFlow
  /** The providers' answer after a successful authentication. */
  readonly processingCode?: ProcessingCode
  /** The provider's raw code, if it is not the usual one of the processing code. */
  readonly providerResponseCode?: string
  /** Saving the card succeeds; every later payment with the saved card is declined. */
  readonly declinesOnceSaved?: true
}

const APPROVED: TestCard = {}

/** Numbers that integrators know from other test environments, with the same meaning. */
const NAMED: Readonly<Record<string, TestCard>> = {
  '4242424242424242': APPROVED,
  '4111111111111111': APPROVED,
  '4000056655665556': APPROVED,
  '5555555555554444': APPROVED,
  '2223003122003222': APPROVED,
  '5200828282828210': APPROVED,
  '378282246310005': APPROVED,
  '371449635398431': APPROVED,
  '6011111111111117': APPROVED,
  '30569309025904': APPROVED,
  '3566002020360505': APPROVED,
  '6200000000000005': APPROVED,
  '4000000000003055': APPROVED,

  '4000000000000002': { processingCode: '1000' },
  '4000000000009995': { processingCode: '1004' },
  '4000000000009987': { processingCode: '2005', providerResponseCode: '41' },
  '4000000000009979': { processingCode: '2005', providerResponseCode: '43' },
  '4000000000000069': { processingCode: '2001' },
  '4000000000000127': { processingCode: '2020' },
  '4000000000000119': { processingCode: '1001' },
  '4000000000006975': { processingCode: '4200' },
  '4100000000000019': { processingCode: '4101' },
  '4000000000004954': { processingCode: '4100' },
  '4000000000000341': { declinesOnceSaved: true },

  '4000000000003220': { flow: 'CHALLENGE' },
  '4000002760003184': { flow: 'CHALLENGE' },
  '4000002500003155': { flow: 'CHALLENGE' },
  '4000008400001629': { flow: 'CHALLENGE', processingCode: '1000' },
  '4000008260003178': { flow: 'CHALLENGE', processingCode: '1004' },
  '4000008400001280': { flow: 'AUTHENTICATION_ERROR' },
  '4000000000003097': { flow: 'AUTHENTICATION_ERROR' },

  '4000000000002701': { flow: 'FRICTIONLESS_SUCCESS' },
  '5200000000002235': { flow: 'FRICTIONLESS_SUCCESS' },
  '340000000002708': { flow: 'FRICTIONLESS_SUCCESS' },
  '4000000000002925': { flow: 'FRICTIONLESS_NOT_AUTHENTICATED' },
  '5200000000002276': { flow: 'FRICTIONLESS_NOT_AUTHENTICATED' },
  '340000000002096': { flow: 'FRICTIONLESS_NOT_AUTHENTICATED' },
  '4000000000002719': { flow: 'FRICTIONLESS_ATTEMPTED' },
  '5200000000002482': { flow: 'FRICTIONLESS_ATTEMPTED' },
  '340000000002872': { flow: 'FRICTIONLESS_ATTEMPTED' },
  '4000000000002313': { flow: 'FRICTIONLESS_UNAVAILABLE' },
  '5200000000002268': { flow: 'FRICTIONLESS_UNAVAILABLE' },
  '340000000002922': { flow: 'FRICTIONLESS_UNAVAILABLE' },
  '4000000000002537': { flow: 'FRICTIONLESS_REJECTED' },
  '5200000000002185': { flow: 'FRICTIONLESS_REJECTED' },
  '340000000002062': { flow: 'FRICTIONLESS_REJECTED' },
  '4000000000002990': { flow: 'NOT_ENROLLED' },
  '5200000000002409': { flow: 'NOT_ENROLLED' },
  '340000000002468': { flow: 'NOT_ENROLLED' },
  '4000000000002446': { flow: 'AUTHENTICATION_ERROR' },
  '5200000000002037': { flow: 'AUTHENTICATION_ERROR' },
  '340000000002732': { flow: 'AUTHENTICATION_ERROR' },
  '4000000000002354': { flow: 'DIRECTORY_TIMEOUT' },
  '5200000000002326': { flow: 'DIRECTORY_TIMEOUT' },
  '340000000002047': { flow: 'DIRECTORY_TIMEOUT' },
  '4000000000002503': { flow: 'CHALLENGE_SUCCESS' },
  '5200000000002151': { flow: 'CHALLENGE_SUCCESS' },
  '340000000002534': { flow: 'CHALLENGE_SUCCESS' },
  '4000000000002370': { flow: 'CHALLENGE_FAILED' },
  '5200000000002490': { flow: 'CHALLENGE_FAILED' },
  '340000000002237': { flow: 'CHALLENGE_FAILED' },
  '4000000000002420': { flow: 'CHALLENGE_UNAVAILABLE' },
  '5200000000002664': { flow: 'CHALLENGE_UNAVAILABLE' },
  '340000000002484': { flow: 'CHALLENGE_UNAVAILABLE' },
  '4000000000002644': { flow: 'CHALLENGE_ERROR' },
  '5200000000002656': { flow: 'CHALLENGE_ERROR' },
  '340000000002351': { flow: 'CHALLENGE_ERROR' },

  '4200000000000091': { flow: 'FRICTIONLESS_SUCCESS' },
  '4200000000000026': { flow: 'NO_METHOD_FRICTIONLESS' },
  '4200000000000109': { flow: 'FRICTIONLESS_ATTEMPTED' },
  '4200000000000042': { flow: 'CHALLENGE' },
  '4200000000000018': { flow: 'NO_METHOD_CHALLENGE' },
}

/** The codes that no provider returns, each with the authentication that leads to it. */
const FLOW_BY_AUTHENTICATION_CODE: Readonly<Partial<Record<ProcessingCode, SimulatedFlow>>> = {
  '3000': 'AUTHENTICATION_ERROR',
  '3001': 'FRICTIONLESS_NOT_AUTHENTICATED',
  '3002': 'FRICTIONLESS_UNAVAILABLE',
}

/** The number `NNNN` in the range 4000 0030 NNNN 000L. */
const FLOW_BY_NUMBER: Readonly<Record<string, SimulatedFlow>> = {
  '0001': 'METHOD_TIMEOUT_FRICTIONLESS',
  '0002': 'METHOD_TIMEOUT_CHALLENGE',
  '0003': 'DOUBLE_CHALLENGE_SUCCESS',
  '0004': 'DOUBLE_CHALLENGE_DECLINED',
  '0005': 'CHALLENGE_REDIRECT',
  '0006': 'CHALLENGE_FORM_SUBMIT',
  '0007': 'CHALLENGE_TIMEOUT',
  '0008': 'CHALLENGE_CANCELED',
  '0009': 'DECOUPLED',
  '0010': 'FRICTIONLESS_INFORMATIONAL',
  '0011': 'CHALLENGE_REJECTED',
  '0012': 'CHALLENGE_ATTEMPTED',
  '0013': 'CHALLENGE_HOSTED',
  '0014': 'CHALLENGE_HOSTED_FULL_PAGE',
  '0015': 'MERCHANT_INITIATED_CHALLENGE',
  '0016': 'MERCHANT_INITIATED_REJECTED',
  '0017': 'MERCHANT_INITIATED_UNAVAILABLE',
  '0018': 'PROVIDER_UNAUTHENTICATED',
  '0019': 'PROVIDER_EXEMPTION',
  '0020': 'PROVIDER_NAMES_ANOTHER',
  '0021': 'PROVIDER_PAYABLE_AFTER_DECLINE',
  '0022': 'EXEMPTION_GRANTED',
  '0023': 'EXEMPTION_REFUSED',
  '0024': 'EXEMPTION_SOFT_DECLINED',
}

/**
 * The simulators' own ranges by their first digits. Each range gives the next four digits a meaning; the last four
 * are 000L.
 */
const RANGES: Readonly<Record<string, (digits: string) => TestCard | undefined>> = {
  '40000000': cardOfProcessingCode,
  '40000030': cardOfFlowNumber,
  '40000040': cardOfFallback,
}

/** Returns the meaning of a test card number, or undefined for a number without one. */
export function findTestCard(pan: string): TestCard | undefined {
  if (Object.hasOwn(NAMED, pan)) return NAMED[pan]
  if (!/^[0-9]{12}000[0-9]$/.test(pan)) return undefined
  return RANGES[pan.slice(0, 8)]?.(pan.slice(8, 12))
}

/** 4000 0000 CCCC 000L names the processing code itself. */
function cardOfProcessingCode(code: string): TestCard | undefined {
  if (!isProcessingCode(code)) return undefined
  const flow = FLOW_BY_AUTHENTICATION_CODE[code]
  return flow ? { flow } : { processingCode: code }
}

/** 4000 0030 NNNN 000L names a flow by its number. */
function cardOfFlowNumber(number: string): TestCard | undefined {
  const flow = FLOW_BY_NUMBER[number]
  return flow && { flow }
}

/**
 * 4000 0040 00NN 000L makes NN providers decline, 99 all of them. 4000 0040 01NN 000L adds a challenge to each
 * attempt.
 */
function cardOfFallback(digits: string): TestCard | undefined {
  if (digits === '0099') return { flow: 'FALLBACK_EXHAUSTED' }
  const kind = { '000': 'APPROVE', '010': 'CHALLENGE' }[digits.slice(0, 3)]
  const flow = `FALLBACK_${kind}_AFTER_${digits.charAt(3)}`
  return isCardFlow(flow) ? { flow } : undefined
}

function isCardFlow(flow: string): flow is SimulatedFlow {
  return Object.hasOwn(FLOWS, flow)
}
