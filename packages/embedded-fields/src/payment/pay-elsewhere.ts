import type { ClientEnvelope, ClientPaymentRequest } from '@sluice/types'
import type { WireCustomer } from '../protocol/messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import { toApiCustomer } from './customer.ts'
import type { Failure } from './ending.ts'
import type { AddressResolver } from './reach.ts'
import { resolveAnswer, payOnce, type StartedPayment, type PayPorts } from './start-payment.ts'
import type { RunningStep, StepMemory } from './step-memory.ts'

export interface ElsewhereOrder {
  /** A payment method that seals nothing: wallets, schemes, bank payments. */
  readonly paymentMethod: { readonly type: string; readonly data: Readonly<Record<string, string>> }
  readonly customer: WireCustomer | null
  readonly browserInfo: ClientPaymentRequest['browser_info']
  /** The revision of the session that the page or the wallet's sheet shows. */
  readonly revision: number
}

/** The payment is stored and waits for the shopper at another address. */
export interface PaymentAway {
  readonly kind: 'away'
  readonly url: string
}

/**
 * Starts a payment that is confirmed elsewhere. The address is stored, so that a shopper who returns by the Back
 * button can go there again.
 */
export async function payElsewhere(
  ports: PayPorts & { readonly memory: StepMemory; readonly reach: AddressResolver },
  { paymentMethod, customer, browserInfo, revision }: ElsewhereOrder,
): Promise<PaymentAway | StartedPayment | Failure> {
  const request: ClientPaymentRequest = {
    // The list of methods pairs data and types. The gateway validates them again.
    payment_method: paymentMethod as ClientPaymentRequest['payment_method'],
    ...(customer && { customer: toApiCustomer(customer) }),
    browser_info: browserInfo,
    revision,
  }
  const sent = ports.unanswered.find([ports.api.sessionId, request])
  const answer = await payOnce(ports, sent ?? ports.api.pay(request), request)
  const started = await resolveAnswer(ports, answer)
  if (started.kind === 'failure' || started.step === null) return started
  const url = addressOf(started.step)
  if (url === null) return started
  ports.memory.write(started.step)
  return { kind: 'away', url: await ports.reach.addressOf(url) }
}

/**
 * Returns where the shopper confirms or finds payment instructions, or null if the step is neither. Redirects of
 * 3-D Secure follow a step with a continuation, and belong in the bank's window.
 */
export function addressOf({ envelope, paymentData }: RunningStep): string | null {
  if (paymentData !== null) return null
  return parseWebAddress(awayUrl(envelope) ?? '')?.href ?? null
}

function awayUrl({ redirect, result }: ClientEnvelope): string | null {
  if (redirect) return redirect.url
  return result?.status === 'PENDING' ? result.redirect_url : null
}
