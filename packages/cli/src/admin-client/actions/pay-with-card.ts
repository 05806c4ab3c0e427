import { fingerprintResult, nextStep } from '@sluice/server-sdk'
import type { BrowserInfo, Transaction } from '@sluice/types'
import type { Currency, SimulatedFlow } from '@sluice/types/vocabulary'

import { CommandRefusal, EXIT } from '../exit-codes.ts'
import type { ConnectedGateway } from '../gateway.ts'
import { passChallenge } from './pass-challenge.ts'

/** The payment to make, and the events on its way. */
export interface CardPayment {
  readonly reference: string
  /** The amount in minor units: 10000 is 100.00. */
  readonly amount: number
  readonly currency: Currency
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  /** The simulated flow; null for the ordinary one. */
  readonly flow: SimulatedFlow | null
  /** The processing code of the simulated provider; null for its usual one. */
  readonly responseCode: string | null
  /** A fault of the simulated provider; null for none. */
  readonly fault: string | null
  /** The passwords that the customer types at the bank. */
  readonly passwords: readonly string[]
  /** The number of a test card, digits only; by default that of the usual one. */
  readonly cardNumber?: string
}

/** The result of the payment. */
export interface PaidWithCard {
  /** The steps of 3-D Secure that the browser took. */
  readonly steps: readonly ('fingerprint' | 'challenge')[]
  /** Null while the payment is open: the bank's page still waits, or a page of a provider does. */
  readonly transaction: Transaction | null
  readonly transactionId: string
}

/** The test card that is approved, unless the flow or the code says otherwise. */
const USUAL_CARD_NUMBER = '4242424242424242'
const EXPIRY = { expirationMonth: '12', expirationYear: '2034' }
/** American Express prints four digits on its cards. */
const FOUR_DIGIT_CVV = /^3[47]/

const BROWSER: BrowserInfo = {
  user_agent: 'Mozilla/5.0 (sluice-gateway)',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: 0,
  language: 'en-GB',
}

/** More rounds than any flow of 3-D Secure has. */
const STEPS_MAX = 8

/**
 * Pays with the simulators' card by the direct API, and takes every step of 3-D Secure as a browser does.
 *
 * @throws {Error} when the merchant has no terminal to pay at, or the request is refused.
 */
export async function payWithCard(
  { client, credentials: { terminalId } }: ConnectedGateway,
  payment: CardPayment,
): Promise<PaidWithCard> {
  if (terminalId === null)
    throw new CommandRefusal('Set SLUICE_TERMINAL_ID to the terminal of the payments.', EXIT.misused)
  const { flow, responseCode, fault, passwords, transactionType, cardNumber, ...order } = payment
  const number = cardNumber ?? USUAL_CARD_NUMBER
  const card = { number, cvv: FOUR_DIGIT_CVV.test(number) ? '1234' : '123', ...EXPIRY }
  const steps: PaidWithCard['steps'][number][] = []
  let envelope = await client.transactions.authorize({
    ...order,
    terminal_id: terminalId,
    transaction_type: transactionType,
    payment_method: { type: 'card', data: await client.encryptCard(card) },
    browser_info: BROWSER,
    metadata: {
      ...(flow === null ? {} : { simulated_flow: flow }),
      ...(responseCode === null ? {} : { response_code: responseCode }),
      ...(fault === null ? {} : { simulated_fault: fault }),
    },
  })
  for (let count = 0; count < STEPS_MAX; count += 1) {
    const step = nextStep(envelope)
    switch (step.kind) {
      case 'fingerprint':
        steps.push('fingerprint')
        envelope = await client.threeDs.requestAuthentication(step.token.three_ds_server_trans_id, {
          // A program has no device data to collect. The bank continues without them.
          fingerprint_result: fingerprintResult('N'),
          payment_data: step.action.payment_data,
        })
        break
      case 'challenge': {
        steps.push('challenge')
        const transStatus = await passChallenge(step, passwords)
        if (transStatus === null)
          return { steps, transaction: null, transactionId: step.action.transaction_id }
        envelope = await client.threeDs.completeAuthentication({
          payment_data: step.action.payment_data,
          session_id: step.action.session_id,
          trans_status: transStatus,
        })
        break
      }
      case 'redirect':
        return { steps, transaction: null, transactionId: step.redirect.transaction_id }
      case 'formSubmit':
        return { steps, transaction: null, transactionId: step.formSubmit.transaction_id }
      case 'unknown':
        throw new Error(
          'The gateway is newer than this program, and requires a step that the program does not support.',
        )
      default:
        return { steps, transaction: step.transaction, transactionId: step.transaction.id }
    }
  }
  throw new Error(`The payment has not ended after ${STEPS_MAX} steps.`)
}
