import { makeCertificate } from '../packages/platform/test/make-certificate.ts'
import { type Answering, FaultyReceiver } from '../packages/gateway/test/faulty-receiver.ts'

const DAY_MS = 86_400_000
const SLOW_MS = 30_000
const DRIP_MS = 1_000
/** Created once, by the process that records when healthy receivers got their messages. */
const LARGE_ANSWER = Buffer.alloc(10 * 1024 * 1024)
/** The address at which clouds provide their machines' secrets. */
const METADATA_URL = 'http://169.254.169.254/latest/meta-data/'

/** The fate of deliveries: the receiver gets them, or they wait to be replayed once their owner has acted. */
export type Fate = 'delivered' | 'parked'

export interface Misbehaviour {
  readonly fate: Fate
  /** The reason why its subscription is disabled in the end; null if it is not. */
  readonly disabledFor: 'FAILING' | 'GONE' | null
  start(): Promise<FaultyReceiver>
}

const failing = { fate: 'parked', disabledFor: 'FAILING' } as const

/** Faulty receivers, by their behavior. */
export const MISBEHAVIOURS = {
  'always 500': { ...failing, start: () => answering((response) => response.writeHead(500).end()) },
  '30 s slow': {
    ...failing,
    start: () => answering((response) => setTimeout(() => response.end(), SLOW_MS).unref()),
  },
  'one byte a second': { ...failing, start: () => answering(drip) },
  '10 MB answer': {
    fate: 'delivered',
    disabledFor: null,
    start: () => answering((response) => response.end(LARGE_ANSWER)),
  },
  'redirect to a metadata address': {
    ...failing,
    start: () => answering((response) => response.writeHead(307, { location: METADATA_URL }).end()),
  },
  '410': {
    fate: 'parked',
    disabledFor: 'GONE',
    start: () => answering((response) => response.writeHead(410).end()),
  },
  'expired TLS': {
    ...failing,
    start: () =>
      FaultyReceiver.start(
        undefined,
        makeCertificate({ fromMs: Date.now() - 2 * DAY_MS, untilMs: Date.now() - DAY_MS }),
      ),
  },
} as const satisfies Readonly<Record<string, Misbehaviour>>

function answering(answer: (...given: Parameters<Answering>) => unknown): Promise<FaultyReceiver> {
  return FaultyReceiver.start((...given) => void answer(...given))
}

/** Responds with success, but so slowly that no sender waits for the end of the first line. */
const drip: Answering = ({ socket }) => {
  if (!socket) return
  const letters = 'HTTP/1.1 204 No Content\r\n\r\n'[Symbol.iterator]()
  const dripping = setInterval(() => {
    const { value, done } = letters.next()
    if (done) socket.end()
    else socket.write(value)
  }, DRIP_MS).unref()
  socket.once('close', () => clearInterval(dripping))
  socket.on('error', () => undefined)
}
