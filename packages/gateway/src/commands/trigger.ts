import { randomUUID } from 'node:crypto'
import { SIMULATED_FLOWS } from '@sluice/types/vocabulary'

import { payWithCard } from '../beside/deeds/pay-with-card.ts'
import { CommandRefusal, EXIT } from '../beside/exit-codes.ts'
import { requireClient, requireTest, runBeside } from '../beside/run-beside.ts'
import type { RunCommand } from './command.ts'

/** What the demo's customer pays. */
const AMOUNT_MINOR = 1850

/** Pays with the test card in a course of 3-D Secure, so that its events, webhooks and timeline are there. */
export const run: RunCommand = ({ config, operand, options }) =>
  runBeside(config, async (beside) => {
    requireTest(beside)
    requireClient(beside)
    const flow = SIMULATED_FLOWS.find((one) => one === operand)
    if (flow === undefined)
      throw new CommandRefusal(
        `There is no flow ${operand}; there are ${SIMULATED_FLOWS.join(', ')}.`,
        EXIT.misused,
      )
    const { 'response-code': code } = options
    const paid = await payWithCard(beside, {
      amount: AMOUNT_MINOR,
      currency: 'EUR',
      transactionType: 'PURCHASE',
      reference: `trigger-${randomUUID().slice(0, 8)}`,
      flow,
      responseCode: typeof code === 'string' ? code : null,
      fault: null,
      passwords: ['1234', '1234'],
    })
    const status = paid.transaction?.status ?? 'PENDING'
    beside.print(
      options['json'] === true
        ? JSON.stringify({ transaction_id: paid.transactionId, status, steps: paid.steps })
        : `${paid.transactionId}  ${status}`,
    )
    return EXIT.done
  })
