import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import type { Reply, Shop } from './shop.ts'
import type { Intent } from './intents.ts'

/** A request that got a definite response, which no later event may contradict. */
export interface Acknowledgement {
  readonly intent: Intent
  readonly transactionId: string
  readonly status: string
  readonly processingCode: string
}

export interface LoadOptions {
  readonly shop: Shop
  readonly makeIntent: () => Promise<Intent>
  /** The request that follows a response, if any. */
  readonly followUp?: (acknowledgement: Acknowledgement) => Intent | null
}

export interface Shift {
  readonly baseUrls: readonly string[]
  readonly clients: number
  readonly isOver: () => boolean
  /** Delays the next request of a client that got a 503. */
  readonly afterRefusal?: () => Promise<void>
  /** Delays the next request of a client whose connection broke. */
  readonly afterLoss?: () => Promise<void>
  readonly onAcknowledged?: (acknowledgement: Acknowledgement) => void
}

/** The outcome of sending a request. */
interface Sent {
  readonly reply: Reply
  readonly acknowledged: Acknowledgement | null
}

/** The number of clients in the last rounds: the gateway limits the connections and requests of an address. */
const LAST_CLIENTS = 32

/** A request that has no definite response after this many rounds is a defect. */
const LAST_ROUNDS_MAX = 8

/** Simulates many clients of one merchant, and records every response they get. */
export class LoadClient {
  readonly acknowledged: Acknowledgement[] = []
  /** Responses that the contract does not document for the request. */
  readonly complaints: string[] = []
  /** The number of responses, by kind. */
  readonly seen = new Map<string, number>()
  readonly #options: LoadOptions
  readonly #followUps: Intent[] = []
  #unanswered: Intent[] = []

  constructor(options: LoadOptions) {
    this.#options = options
  }

  get unanswered(): number {
    return this.#unanswered.length
  }

  /** Resends the requests left unanswered by the previous shift, then sends new ones. */
  async work(shift: Shift): Promise<void> {
    const again = this.#unanswered.splice(0)
    const client = async (place: number): Promise<void> => {
      for (let turn = place; !shift.isOver(); turn += 1) {
        const intent = again.shift() ?? this.#followUps.shift() ?? (await this.#options.makeIntent())
        const { reply, acknowledged } = await this.#send(
          intent,
          shift.baseUrls[turn % shift.baseUrls.length] ?? '',
        )
        if (reply.kind === 'lost') await shift.afterLoss?.()
        else if (reply.kind === 'answer' && reply.status === 503) await shift.afterRefusal?.()
        else if (acknowledged) shift.onAcknowledged?.(acknowledged)
      }
    }
    await Promise.all(Array.from({ length: shift.clients }, (_, place) => client(place)))
    this.#unanswered.push(...again)
  }

  /** Resends unanswered requests until each has a definite response. Calls `letTimePass` between rounds. */
  async finish(baseUrl: string, letTimePass: () => Promise<unknown>): Promise<void> {
    this.#unanswered.push(...this.#followUps.splice(0))
    for (let round = 0; this.#unanswered.length > 0 && round < LAST_ROUNDS_MAX; round += 1) {
      if (round > 0) await letTimePass()
      const again = this.#unanswered.splice(0)
      await inParallel(again.length, LAST_CLIENTS, async (place) => {
        const intent = again[place]
        if (intent) await this.#send(intent, baseUrl)
      })
      this.#unanswered.push(...this.#followUps.splice(0))
    }
    for (const intent of this.#unanswered)
      this.complaints.push(`no answer to ${intent.path} ${intent.reference}`)
  }

  async #send(intent: Intent, baseUrl: string): Promise<Sent> {
    const reply = await this.#options.shop.send(intent, baseUrl)
    const name = reply.kind === 'answer' ? String(reply.status) : reply.kind
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
    if (reply.kind === 'answer' && reply.status === 200)
      return { reply, acknowledged: this.#acknowledge(intent, reply.text) }
    if (mayBeRepeated(reply)) this.#unanswered.push(intent)
    else this.complaints.push(`${intent.path} ${intent.reference}: ${name} ${describe(reply)}`)
    return { reply, acknowledged: null }
  }

  #acknowledge(intent: Intent, text: string): Acknowledgement {
    const acknowledgement = readAcknowledgement(intent, text)
    this.acknowledged.push(acknowledgement)
    const followUp = this.#options.followUp?.(acknowledgement)
    if (followUp) this.#followUps.push(followUp)
    return acknowledgement
  }
}

/** Reads what a response acknowledges: operations have no envelope, and orders a redirect to the provider's page. */
export function readAcknowledgement(intent: Intent, text: string): Acknowledgement {
  const body = JSON.parse(text) as Partial<Told> & {
    readonly result?: Told | null
    readonly redirect?: { readonly transaction_id: string } | null
  }
  if (body.redirect)
    return { intent, transactionId: body.redirect.transaction_id, status: 'PENDING', processingCode: '1002' }
  const { id = '', status = '', processing_code = '' } = body.result ?? body
  return { intent, transactionId: id, status, processingCode: processing_code }
}

interface Told {
  readonly id: string
  readonly status: string
  readonly processing_code: string
}

/** Returns whether the contract tells the client to retry: still processing, unavailable, or no response at all. */
function mayBeRepeated(reply: Reply): boolean {
  if (reply.kind !== 'answer') return reply.kind === 'lost'
  return (reply.status === 409 || reply.status === 503) && reply.headers.has('retry-after')
}

function describe(reply: Reply): string {
  return reply.kind === 'answer' ? reply.text : ''
}
