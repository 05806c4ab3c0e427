import type { ErrorItem, ProviderCallback } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'
import { registerEndpoint, RequestRefusal, validationRefusal } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { unavailableRefusal } from '@sluice/platform/http/request-refusal'

import type { Mismatch, ProviderReport } from '../reports/provider-report.ts'
import { readReportedCode, REPORTED_CODES } from '../reports/provider-report.ts'
import { receiveReport, type ReportPorts } from '../reports/receive-report.ts'

/** By then, the provider has usually answered the call. */
const SENT_AGAIN_SECONDS = 2

export interface CallbackPorts extends ReportPorts {
  /** The secrets that a provider may sign with now, several while they are being rotated; none for a stranger. */
  readonly callbackSecretsOf: (providerId: string) => readonly string[]
  /** For signatures: it stays true while tests move the other clock. */
  readonly realTime: Clock
}

/** Serves `POST /api/providers/{provider_code}/callback`. @see docs/protocol.md#provider-callback */
export function registerProviderCallback(server: HttpServer, ports: CallbackPorts): void {
  registerEndpoint(
    server,
    'receiveProviderCallback',
    async ({ params, body, headers }) => {
      const code = readReportedCode(body.status)
      if (code === null) throw validationRefusal([unknownStatus(body.status)])
      const messageId = String(headers['webhook-id'])
      const received = await receiveReport(ports, params.provider_code, messageId, toReport(body), code)
      if (received.kind === 'too_early') throw unavailableRefusal(SENT_AGAIN_SECONDS)
      if (received.kind === 'unknown') throw new RequestRefusal(404, { error: 'Not Found' })
      if (received.kind === 'mismatched') throw validationRefusal(received.mismatches.map(describeMismatch))
      return { status: 200, body: { status: 'OK' } }
    },
    {
      isProven: ({ params, headers, rawBody }) => {
        const { provider_code: providerId } = params as { readonly provider_code: string }
        const secrets = ports.callbackSecretsOf(providerId)
        return isSignedMessage(rawBody, headers, { nowMs: ports.realTime.now(), secrets })
      },
    },
  )
}

function toReport(body: ProviderCallback): ProviderReport {
  return {
    accountId: body.accountReference,
    providerTransactionId: body.psTransactionId,
    transactionId: body.transactionId,
    providerUserId: body.userId,
    currency: body.currency,
    amount: body.amount,
    status: body.status,
    type: body.type,
  }
}

function describeMismatch({ member }: Mismatch): ErrorItem {
  return { property: member, message: 'does not match the transaction', params: [member] }
}

function unknownStatus(given: string): ErrorItem {
  const words = Object.keys(REPORTED_CODES)
  return {
    property: 'status',
    message: `must be one of ${words.join(', ')}`,
    params: ['status', words.join(','), given],
  }
}
