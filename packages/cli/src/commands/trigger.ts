import { randomUUID } from 'node:crypto'
import { didYouMean } from '@sluice/shared/nearest-name'
import { SIMULATED_FLOWS, type SimulatedFlow } from '@sluice/types/vocabulary'

import { amountOf, FOLLOW_UP_FLOWS, type FollowUpFlow } from '../admin-client/actions/follow-up-flows.ts'
import { findPayment } from '../admin-client/actions/find-payment.ts'
import { payWithCard } from '../admin-client/actions/pay-with-card.ts'
import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import {
  type AdminClient,
  requireClient,
  requireTest,
  runToExitCode,
  runWithClient,
} from '../admin-client/run-with-client.ts'
import type { RunCommand } from './command.ts'
import { readText } from './read-options.ts'

/** The amount that the demo's customer pays. */
const AMOUNT_MINOR = 1850

/** The printed result of a flow at the gateway. */
interface Happened {
  readonly transaction_id: string
  readonly status: string
  /** The steps of 3-D Secure that a browser took, for a new payment. */
  readonly steps?: readonly string[]
  /** The payment that an operation concerns. */
  readonly parent_transaction_id?: string
}

/**
 * Runs a flow at a test gateway to produce its events, webhooks and timeline: a payment with the test card, or an
 * operation on a given or new payment.
 */
export const run: RunCommand = ({ config, operand, options }) =>
  runToExitCode(() => {
    const code = readText(options, 'response-code') ?? null
    const parentId = readText(options, 'for') ?? null
    const flow = readFlow(operand ?? '', parentId)
    return runWithClient(config, async (admin) => {
      requireTest(admin)
      requireClient(admin)
      const happened =
        typeof flow === 'string'
          ? await payNow(admin, flow, 'PURCHASE', code)
          : await followUpOn(admin, flow, parentId, code)
      admin.print(
        options['json'] === true
          ? JSON.stringify(happened)
          : `${happened.transaction_id}  ${happened.status}`,
      )
      return EXIT.done
    })
  })

function readFlow(name: string, parentId: string | null): SimulatedFlow | FollowUpFlow {
  const followUps = Object.keys(FOLLOW_UP_FLOWS)
  const followUp = Object.hasOwn(FOLLOW_UP_FLOWS, name) ? FOLLOW_UP_FLOWS[name] : undefined
  if (followUp !== undefined) return followUp
  const flow = SIMULATED_FLOWS.find((one) => one === name)
  if (flow === undefined) {
    const question = didYouMean(name, [...followUps, ...SIMULATED_FLOWS])
    throw new CommandRefusal(
      `Unknown flow ${name}.${question} sluice-gateway help trigger lists all.`,
      EXIT.misused,
    )
  }
  if (parentId !== null)
    throw new CommandRefusal(
      `${flow} creates its own payment. Flows for --for are ${followUps.join(', ')}.`,
      EXIT.misused,
    )
  return flow
}

async function payNow(
  admin: AdminClient,
  flow: SimulatedFlow | null,
  transactionType: 'AUTHORIZE' | 'PURCHASE',
  responseCode: string | null,
): Promise<Happened> {
  const paid = await payWithCard(admin, {
    amount: AMOUNT_MINOR,
    currency: 'EUR',
    transactionType,
    reference: `trigger-${randomUUID().slice(0, 8)}`,
    flow,
    responseCode,
    fault: null,
    passwords: ['1234', '1234'],
  })
  return {
    transaction_id: paid.transactionId,
    status: paid.transaction?.status ?? 'PENDING',
    steps: paid.steps,
  }
}

async function followUpOn(
  admin: AdminClient,
  flow: FollowUpFlow,
  parentId: string | null,
  responseCode: string | null,
): Promise<Happened> {
  const original = await findPayment(admin, parentId ?? (await takePayment(admin, flow)))
  const amount = amountOf(flow, original)
  if (amount === null)
    throw new CommandRefusal(
      `${original.id} has nothing left to ${flow.operation}: see sluice-gateway payments show ${original.id}. To refund a capture, use the id of the capture.`,
      EXIT.refused,
    )
  const { operation } = flow
  const done = await admin.client.transactions[operation](original, {
    amount,
    ...(operation === 'capture' ? { finalCapture: !flow.isPartial } : {}),
    ...(responseCode === null ? {} : { metadata: { response_code: responseCode } }),
  })
  return { transaction_id: done.id, status: done.status, parent_transaction_id: original.id }
}

async function takePayment(admin: AdminClient, { after }: FollowUpFlow): Promise<string> {
  const { transaction_id: id } = await payNow(admin, 'NO_3DS', after, null)
  return id
}
