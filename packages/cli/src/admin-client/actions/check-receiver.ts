import { signForTests } from '@sluice/server-sdk/webhooks'
import { WEBHOOK_EVENTS } from '@sluice/types/vocabulary'

import { sampleEvent } from './sample-event.ts'

/** One check of a receiver: the message, its response, and the expected response. */
export interface ReceiverFinding {
  readonly sent: string
  /** The HTTP status; null if there is no response. */
  readonly answered: number | null
  readonly expected: 'a status from 200 to 299' | 'a status from 400 to 499'
  readonly good: boolean
  /** The remedy; null if none is needed. */
  readonly fix: string | null
}

/** The address of the receiver, and the secret with which it verifies. */
export interface ReceiverUnderCheck {
  readonly url: string
  /** The `whsec_…` secret of the receiver. */
  readonly secret: string
  /** The current time in epoch milliseconds. */
  readonly nowMs: number
}

/** The gateway's own limit for a receiver. */
const ANSWER_TIMEOUT_MS = 10_000
/** Older than the five minutes for which Standard Webhooks lets a receiver accept a message. */
const TOO_OLD_MS = 10 * 60_000
/** A valid secret that no receiver knows. */
const FOREIGN_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Message {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Case {
  readonly sent: string
  readonly expects: 'taken' | 'refused'
  readonly fix: string
  readonly make: (receiver: ReceiverUnderCheck) => Promise<Message>
}

const PURCHASE = sampleEvent('transaction-svc:transaction:purchase:approved')

/** The receiver has seen this message: its id is that of the first one. */
const REPEATED_ID = 'msg_receivercheck0000000000001'

const CASES: readonly Case[] = [
  ...WEBHOOK_EVENTS.map((event): Case => ({
    sent: `event ${event}`,
    expects: 'taken',
    fix: 'Return 2xx for every message with a valid signature, also for events that your shop does not use.',
    make: ({ secret, nowMs }) =>
      signForTests({ payload: sampleEvent(event), secret, timestamp: new Date(nowMs) }),
  })),
  {
    sent: 'an event of an unknown type',
    expects: 'taken',
    fix: 'Return 2xx for unknown events: new types are added without notice.',
    make: ({ secret, nowMs }) =>
      signForTests({ payload: { ...PURCHASE, event: 'future:event' }, secret, timestamp: new Date(nowMs) }),
  },
  ...['an event, for the first time', 'the same event again'].map((sent): Case => ({
    sent,
    expects: 'taken',
    fix: 'Return 2xx for a webhook-id that you have already handled, and do nothing else: messages may arrive twice.',
    make: ({ secret, nowMs }) =>
      signForTests({ payload: PURCHASE, secret, id: REPEATED_ID, timestamp: new Date(nowMs) }),
  })),
  {
    sent: 'an event that is signed with another secret',
    expects: 'refused',
    fix: 'Verify webhook-signature before you use the body, and return 401 if it is invalid.',
    make: ({ nowMs }) =>
      signForTests({ payload: PURCHASE, secret: FOREIGN_SECRET, timestamp: new Date(nowMs) }),
  },
  {
    sent: 'an event whose body was changed after it was signed',
    expects: 'refused',
    fix: 'Verify the raw body, not the parsed one.',
    async make({ secret, nowMs }) {
      const { body, headers } = await signForTests({ payload: PURCHASE, secret, timestamp: new Date(nowMs) })
      return { headers, body: body.replace('1850', '1') }
    },
  },
  {
    sent: 'an event without a signature',
    expects: 'refused',
    fix: 'Reject messages without webhook-signature.',
    async make({ secret, nowMs }) {
      const { body, headers } = await signForTests({ payload: PURCHASE, secret, timestamp: new Date(nowMs) })
      const { 'webhook-signature': _, ...unsigned } = headers
      return { body, headers: unsigned }
    },
  },
  {
    sent: 'an event with a timestamp of ten minutes ago',
    expects: 'refused',
    fix: 'Reject a webhook-timestamp that differs from your clock by more than five minutes: it may be a replay.',
    make: ({ secret, nowMs }) =>
      signForTests({ payload: PURCHASE, secret, timestamp: new Date(nowMs - TOO_OLD_MS) }),
  },
]

const EXPECTED = {
  taken: 'a status from 200 to 299',
  refused: 'a status from 400 to 499',
} as const

/** Sends a receiver signed events of each kind, and messages that it must refuse, one after the other. */
export async function checkReceiver(receiver: ReceiverUnderCheck): Promise<readonly ReceiverFinding[]> {
  const findings: ReceiverFinding[] = []
  for (const { sent, expects, fix, make } of CASES) {
    const answered = await send(receiver.url, await make(receiver))
    const family = answered === null ? null : Math.floor(answered / 100)
    const good = family === (expects === 'taken' ? 2 : 4)
    findings.push({ sent, answered, expected: EXPECTED[expects], good, fix: good ? null : fix })
  }
  return findings
}

async function send(url: string, { body, headers }: Message): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
