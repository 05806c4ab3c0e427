import type { ContinuationMessage } from '@sluice/provider-protocol'

import {
  type HttpRequest,
  type JsonValue,
  keyFor,
  parseJsonObject,
  type StepContext,
  textOf,
} from '../kit/index.ts'
import { apiKeyOf, checkoutRequest, KEY_MAX } from './requests.ts'
import type { AwaitedStep } from './state.ts'

type Brought = ContinuationMessage['brought']

/** The parameters that a page of Adyen or of a bank adds to the return address. */
const RETURNED_MEMBERS = ['redirectResult', 'payload', 'MD', 'PaRes'] as const

/** Passes on the shopper's result; null if it does not belong to the requested step. */
export function continuePayment(
  { idempotency_key: key, brought }: ContinuationMessage,
  awaited: AwaitedStep,
  context: StepContext,
): HttpRequest | null {
  const details = detailsOf(brought, awaited)
  if (details === null) return null
  return checkoutRequest(
    'continue payment',
    '/payments/details',
    { apiKey: apiKeyOf(context), key: keyFor(key, 'cont', KEY_MAX), movesMoney: true },
    { details, ...(awaited.paymentData && { paymentData: awaited.paymentData }) },
  )
}

function detailsOf(brought: Brought, awaited: AwaitedStep): Record<string, JsonValue> | null {
  switch (brought.kind) {
    case 'FINGERPRINT':
      return awaited.kind === 'FINGERPRINT'
        ? { 'threeds2.fingerprint': encode({ threeDSCompInd: brought.three_ds_comp_ind }) }
        : null
    case 'CHALLENGE': {
      const transStatus = readTransStatus(brought, awaited)
      if (awaited.kind !== 'CHALLENGE' || transStatus === null) return null
      const token = awaited.authorisationToken
      return { threeDSResult: encode({ transStatus, ...(token && { authorisationToken: token }) }) }
    }
    case 'RETURN':
      return awaited.kind === 'RETURN' ? returnedDetails(brought) : null
  }
}

/** The browser's post is valid only for the requested challenge. Adyen compares it with the bank's result. */
function readTransStatus(
  { cres, trans_status: told }: Extract<Brought, { kind: 'CHALLENGE' }>,
  awaited: AwaitedStep,
): string | null {
  if (cres === null) return told
  const message = parseJsonObject(Buffer.from(cres, 'base64url').toString('utf8'))
  if (textOf(message, 'threeDSServerTransID')?.toLowerCase() !== awaited.transId) return null
  return textOf(message, 'transStatus')
}

function returnedDetails({ query, body }: Extract<Brought, { kind: 'RETURN' }>) {
  const members = [...new URLSearchParams(query), ...new URLSearchParams(body)]
  const details = Object.fromEntries(
    members.filter(([name]) => RETURNED_MEMBERS.some((known) => known === name)),
  )
  return Object.keys(details).length > 0 ? details : null
}

function encode(members: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(members)).toString('base64')
}
