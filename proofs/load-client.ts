import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import type { Reply, Shop } from './shop.ts'
import type { Wish } from './wishes.ts'

/** A wish that was answered: from then on it has happened, for good. */
export interface Acknowledgement {
  readonly wish: Wish
  readonly transactionId: string
  readonly status: string
  readonly processingCode: string
}

export interface LoadOptions {
  readonly shop: Shop
  readonly makeWish: () => Promise<Wish>
  /** What is wanted because of an answer. */
  readonly followUp?: (acknowledgement: Acknowledgement) => Wish | null
}

export interface Shift {
  readonly baseUrls: readonly string[]
  readonly clients: number
  readonly isOver: () => boolean
  /** Waited for by a client who got a 503, before the next wish. */
  readonly afterRefusal?: () => Promise<void>
  /** Waited for by a client whose connection broke. */
  readonly afterLoss?: () => Promise<void>
  readonly onAcknowledged?: (acknowledgement: Acknowledgement) => void
}

/** What came of a wish that was sent. */
interface Sent {
  readonly reply: Reply
  readonly acknowledged: Acknowledgement | null
}

/** Of the last rounds: a gateway bounds the connections and the requests of an address. */
const LAST_CLIENTS = 32

/** After how many rounds an unanswered wish is a defect. */
const LAST_ROUNDS_MAX = 8

/** Many clients of one merchant, and the log of everything they were told. */
export class LoadClient {
  readonly acknowledged: Acknowledgement[] = []
  /** Answers that the contract does not know here. */
  readonly complaints: string[] = []
  /** How often which answer came. */
  readonly seen = new Map<string, number>()
  readonly #options: LoadOptions
  readonly #followUps: Wish[] = []
  #unanswered: Wish[] = []

  constructor(options: LoadOptions) {
    this.#options = options
  }

  get unanswered(): number {
    return this.#unanswered.length
  }

  /** Sends first what was not answered in the shift before, then new wishes. */
  async work(shift: Shift): Promise<void> {
    const again = this.#unanswered.splice(0)
    const client = async (place: number): Promise<void> => {
      for (let turn = place; !shift.isOver(); turn += 1) {
        const wish = again.shift() ?? this.#followUps.shift() ?? (await this.#options.makeWish())
        const { reply, acknowledged } = await this.#send(
          wish,
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

  /** Repeats what is unanswered until everything is answered; `letTimePass` between the rounds. */
  async finish(baseUrl: string, letTimePass: () => Promise<unknown>): Promise<void> {
    this.#unanswered.push(...this.#followUps.splice(0))
    for (let round = 0; this.#unanswered.length > 0 && round < LAST_ROUNDS_MAX; round += 1) {
      if (round > 0) await letTimePass()
      const again = this.#unanswered.splice(0)
      await inParallel(again.length, LAST_CLIENTS, async (place) => {
        const wish = again[place]
        if (wish) await this.#send(wish, baseUrl)
      })
      this.#unanswered.push(...this.#followUps.splice(0))
    }
    for (const wish of this.#unanswered) this.complaints.push(`no answer to ${wish.path} ${wish.reference}`)
  }

  async #send(wish: Wish, baseUrl: string): Promise<Sent> {
    const reply = await this.#options.shop.send(wish, baseUrl)
    const name = reply.kind === 'answer' ? String(reply.status) : reply.kind
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
    if (reply.kind === 'answer' && reply.status === 200)
      return { reply, acknowledged: this.#acknowledge(wish, reply.text) }
    if (mayBeRepeated(reply)) this.#unanswered.push(wish)
    else this.complaints.push(`${wish.path} ${wish.reference}: ${name} ${describe(reply)}`)
    return { reply, acknowledged: null }
  }

  #acknowledge(wish: Wish, text: string): Acknowledgement {
    const acknowledgement = readAcknowledgement(wish, text)
    this.acknowledged.push(acknowledgement)
    const followUp = this.#options.followUp?.(acknowledgement)
    if (followUp) this.#followUps.push(followUp)
    return acknowledgement
  }
}

/** What an answer of these wishes promises; an operation comes without an envelope, an order with the way to its page. */
export function readAcknowledgement(wish: Wish, text: string): Acknowledgement {
  const body = JSON.parse(text) as Partial<Told> & {
    readonly result?: Told | null
    readonly redirect?: { readonly transaction_id: string } | null
  }
  if (body.redirect)
    return { wish, transactionId: body.redirect.transaction_id, status: 'PENDING', processingCode: '1002' }
  const { id = '', status = '', processing_code = '' } = body.result ?? body
  return { wish, transactionId: id, status, processingCode: processing_code }
}

interface Told {
  readonly id: string
  readonly status: string
  readonly processing_code: string
}

/** What the contract tells a client to send once more: still being worked, out of order, or no answer at all. */
function mayBeRepeated(reply: Reply): boolean {
  if (reply.kind !== 'answer') return reply.kind === 'lost'
  return (reply.status === 409 || reply.status === 503) && reply.headers.has('retry-after')
}

function describe(reply: Reply): string {
  return reply.kind === 'answer' ? reply.text : ''
}
