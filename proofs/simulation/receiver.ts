import type { PostWebhook } from '../../packages/gateway/src/webhooks/post-webhook.ts'
import type { NamedRandom } from './named-random.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'

/** A merchant's receiver, which accepts messages or reports that it is unavailable. */
export class Receiver {
  /** The first message of each id. */
  readonly received = new Map<string, string>()
  /** Messages that must not have been sent. */
  readonly complaints: string[] = []
  readonly #randomness: NamedRandom

  constructor(randomness: NamedRandom) {
    this.#randomness = randomness
  }

  /** The receiver as a gateway reaches it. @param owner - the process that waits for the answer. */
  reach(owner: string, network: Network, scheduler: Scheduler): PostWebhook {
    return async ({ headers, body }, { deadlineMs, signal }) => {
      const id = headers['webhook-id'] ?? ''
      const carried = network.carry(owner, `webhook ${nameOf(body)}`, async () =>
        this.#take(id, body, network),
      )
      const late = scheduler
        .timersOf(owner)
        .sleep(deadlineMs, signal)
        .then(() => {
          throw new Error('no answer in time')
        })
      return Promise.race([carried, late])
    }
  }

  #take(id: string, body: string, { faultShare }: Network) {
    const before = this.received.get(id)
    if (before !== undefined && before !== body) this.complaints.push(`${id}: came again with another body`)
    if (this.#randomness.happens(`receiver of ${nameOf(body)} is busy`, faultShare))
      return { status: 503, retryAfter: null, excerpt: '' }
    this.received.set(id, body)
    return { status: 200, retryAfter: null, excerpt: '' }
  }
}

function nameOf(body: string): string {
  const { payload } = JSON.parse(body) as { payload?: { metadata?: { intent?: string }; reference?: string } }
  return payload?.metadata?.intent ?? payload?.reference ?? 'of no payment'
}
