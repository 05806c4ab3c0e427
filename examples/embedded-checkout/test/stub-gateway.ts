import { NotFoundError, type SessionState, type SessionStatus, type Transaction } from '@sluice/server-sdk'
import type { CheckoutGateway } from '../src/checkout-flow.ts'

type SessionRequest = Parameters<CheckoutGateway['sessions']['create']>[0]

/** A gateway's client that does what a test sets up. */
export interface StubGateway extends CheckoutGateway {
  readonly created: SessionRequest[]
  /** Every question about a transaction's status, by session id. */
  readonly asked: string[]
  /** Lets the session's payment end; `members` replace those of its transaction. */
  finish(sessionId: string, members: Partial<Transaction>): void
  setSession(sessionId: string, status: SessionStatus): void
  /** Makes the next creation fail. */
  failNextCreation(error: Error): void
}

export const TERMINAL_ID = 'T00000000001'

export function createStubGateway(): StubGateway {
  const created: SessionRequest[] = []
  const asked: string[] = []
  const sessions = new Map<string, SessionState>()
  const transactions = new Map<string, Transaction>()
  let nextFailure: Error | null = null

  return {
    created,
    asked,
    sessions: {
      async create(request) {
        created.push(request)
        if (nextFailure) {
          const failure = nextFailure
          nextFailure = null
          throw failure
        }
        const id = `session-${created.length}`
        const session = {
          ...request,
          id,
          status: 'CREATED' as const,
          customer: null,
          country: null,
          metadata: null,
        }
        sessions.set(id, { ...session, revision: 1, transaction_id: null })
        return session
      },
      async get(id) {
        const session = sessions.get(id)
        if (!session) throw new NotFoundError({ status: 404 })
        return session
      },
    },
    transactions: {
      async status(id) {
        asked.push(id)
        const transaction = transactions.get(id)
        return transaction ? { found: true, transaction } : { found: false, transaction: null }
      },
    },
    finish(sessionId, members) {
      const session = sessions.get(sessionId)
      if (!session) throw new Error(`no session ${sessionId}`)
      transactions.set(sessionId, { ...transactionOf(session), ...members })
    },
    setSession(sessionId, status) {
      const session = sessions.get(sessionId)
      if (session) sessions.set(sessionId, { ...session, status })
    },
    failNextCreation(error) {
      nextFailure = error
    },
  }
}

/** An approved purchase of the session. */
export function transactionOf(
  session: Pick<SessionState, 'reference' | 'terminal_id' | 'currency' | 'amount' | 'description'>,
): Transaction {
  const { reference, terminal_id, currency, amount, description } = session
  return {
    id: `transaction-of-${reference}`,
    merchant_id: 'm',
    order_id: 'o',
    terminal_id,
    reference,
    description,
    currency,
    amount,
    normalized_amount: amount,
    customer: {
      id: null,
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      address: null,
      city: null,
      country: null,
      postal_code: null,
    },
    customer_ip: null,
    processing_result: {
      payment_provider_id: null,
      payment_provider_account_id: null,
      approval_code: null,
      reference_number: null,
    },
    approved: true,
    pending: false,
    channel: 'ecommerce',
    transaction_type: 'PURCHASE',
    status: 'APPROVED',
    payment_method: {
      method: '424242******4242',
      type: 'card',
      brand: 'VISA',
      masked: '424242******4242',
      hash: null,
      token: null,
    },
    redirect_url: null,
    errors: [],
    processing_code: '0000',
    response_message: 'Approved',
    data: null,
  }
}
