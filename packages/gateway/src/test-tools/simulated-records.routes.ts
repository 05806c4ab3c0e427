import type { SimulatorControl } from '@sluice/simulators'
import type { SimulatedRecordRequest } from '@sluice/types'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { ToolUser } from '@sluice/platform/http/caller'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

export interface SimulatedRecordPorts {
  /** @throws {RequestRefusal} 404 for a sandbox that is unknown, or not the caller's. */
  readonly findToolMerchant: (user: ToolUser, headers: Readonly<Record<string, unknown>>) => Promise<string>
  readonly report: SimulatorControl['report']
  /** Makes the change, then runs jobs until none is due. */
  readonly runJobs: (change: () => Promise<void>) => Promise<number>
}

type Report = Awaited<ReturnType<SimulatorControl['report']>>

/**
 * Makes simulated providers report what happens to a payment after its final state. The report is sent like that of
 * any provider: signed, to the callback address, through the inbox.
 *
 * @see docs/protocol/simulators.md#simulated-records
 */
export function registerSimulatedRecords(
  server: HttpServer,
  { findToolMerchant, report, runJobs }: SimulatedRecordPorts,
): void {
  registerEndpoint(server, 'createTestRecord', async ({ headers, body, caller }) => {
    const incident = { ...readRequest(body), merchantId: await findToolMerchant(caller, headers) }
    let reported: Report = null
    await runJobs(async () => {
      reported = await report(incident)
    })
    if (reported === null) throw validationRefusal([NOT_APPROVED])
    return { status: 201, body: toWire(reported) }
  })
}

const NOT_APPROVED = {
  property: 'transaction_id',
  message: 'must be an approved transaction of a simulated provider',
  params: ['transaction_id'],
}

function readRequest(body: SimulatedRecordRequest) {
  return {
    transactionId: body.transaction_id,
    kind: body.kind,
    amountMinor: body.amount ?? null,
    reasonCode: body.reason_code ?? null,
    reason: body.reason ?? null,
    disputeReference: body.dispute_reference ?? null,
    funds: body.funds ?? null,
    respondByMs: body.respond_by === undefined ? null : Date.parse(body.respond_by),
    fact: body.fact ?? null,
  }
}

function toWire({ fact, record }: NonNullable<Report>) {
  const { kind, amount, dispute_reference, respond_by } = record
  return {
    fact,
    kind,
    amount,
    dispute_reference: dispute_reference ?? null,
    respond_by: respond_by ?? null,
  }
}
