import type { Envelope, Transaction } from '@sluice/types'
import type { TransactionStatus } from '@sluice/types/vocabulary'
import type { FlowGateway } from '../src/three-ds/flow/flow-gateway.ts'
import { envelopeWith, transaction } from './records.ts'
import vectors from './vectors/threeds.json' with { type: 'json' }

export const TRANS_ID = vectors.action_token.json.three_ds_server_trans_id
export const ACS_TRANS_ID = vectors.action_token.json.acs_trans_id

/** Returns a step of the browser, as an envelope; `round` distinguishes one challenge from the next. */
export function stepEnvelope(
  type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE',
  members: Record<string, unknown> = {},
): Envelope {
  const token = btoa(JSON.stringify({ ...vectors.action_token.json, ...members }))
  const action = { transaction_id: transaction.id, session_id: 's1', type, token, payment_data: 'pd1' }
  return envelopeWith({ action }) as unknown as Envelope
}

export function resultEnvelope(status: TransactionStatus): Envelope {
  return envelopeWith({ result: transactionAt(status) }) as unknown as Envelope
}

export function transactionAt(status: TransactionStatus): Transaction {
  return { ...transaction, status }
}

type CallName = 'authorize' | 'requestAuthentication' | 'completeAuthentication' | 'status'
type Answer = Envelope | Error | (() => Promise<Envelope>)

/** A gateway that answers by script, call for call; the last answer of a name stays. */
export interface ScriptedGateway extends FlowGateway {
  readonly calls: { readonly name: CallName; readonly request: unknown }[]
  /** The status that the gateway reports. */
  status: TransactionStatus
  script(name: Exclude<CallName, 'status'>, ...answers: readonly Answer[]): void
  named(name: CallName): unknown[]
}

export function createScriptedGateway(): ScriptedGateway {
  const answers = new Map<CallName, Answer[]>()
  const calls: { name: CallName; request: unknown }[] = []

  async function answer(name: CallName, request: unknown): Promise<Envelope> {
    calls.push({ name, request })
    const list = answers.get(name) ?? []
    const next = list.length > 1 ? list.shift() : list[0]
    if (next === undefined) throw new Error(`nothing is scripted for ${name}`)
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next() : next
  }

  const gateway: ScriptedGateway = {
    calls,
    status: 'PENDING',
    script: (name, ...list) => void answers.set(name, [...list]),
    named: (name) => calls.filter((call) => call.name === name).map(({ request }) => request),
    transactions: {
      authorize: (request) => answer('authorize', request),
      status(id) {
        calls.push({ name: 'status', request: id })
        return Promise.resolve({ found: true, transaction: transactionAt(gateway.status) })
      },
    },
    threeDs: {
      requestAuthentication: (id, request) => answer('requestAuthentication', { id, ...request }),
      completeAuthentication: (request) => answer('completeAuthentication', request),
    },
  }
  return gateway
}
