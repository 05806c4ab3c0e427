import type { Direction, Faults, Flow, Toxic } from './flow.ts'

/** Some ten round trips are noticed, and no time limit of seconds is reached by one. */
const LATENCY_MS = 150
/** The bytes per step: some 4 kB of a request with a card arrive per second. */
const STEP_BYTES = 400
const STEP_MS = 100
/** Longer than it takes to send on a connection that the other side has closed. */
const CLOSE_MS = 500
/** Bytes of one piece: shorter than every header and every message of a database. */
const PIECE_BYTES = 5
/** Every request, and every answer but the shortest, is longer. */
const LIMIT_BYTES = 300

const latency: Toxic = {
  async data(flow, part, arrivedAtMs) {
    await flow.rest(arrivedAtMs + LATENCY_MS - performance.now())
    flow.pass(part)
  },
}

const bandwidth: Toxic = {
  async data(flow, part) {
    for (const piece of cut(part, STEP_BYTES)) {
      flow.pass(piece)
      await flow.rest(STEP_MS)
    }
  },
}

/** The sender in this direction is gone, and the other side notices that late. */
const slowClose: Toxic = {
  begin: (flow) => {
    flow.from.end()
    return closeLate(flow)
  },
  end: closeLate,
}

async function closeLate(flow: Flow): Promise<void> {
  // Data for a party that is gone is lost.
  flow.back.lose()
  await flow.rest(CLOSE_MS)
  flow.to.end()
}

/** Swallows everything, and closes nothing: what a server without power looks like. */
export const SILENCE: Toxic = { data: (flow) => flow.lose(), end: (flow) => flow.lose() }

const reset: Toxic = {
  data(flow, part) {
    flow.pass(part.subarray(0, part.length / 2))
    flow.reset()
  },
}

const slicer: Toxic = {
  async data(flow, part) {
    for (const piece of cut(part, PIECE_BYTES)) {
      flow.pass(piece)
      // One piece, one package.
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
}

const dataLimit: Toxic = {
  data(flow, part) {
    const left = Math.max(0, LIMIT_BYTES - flow.passed)
    flow.pass(part.subarray(0, left))
    if (part.length <= left) return
    flow.lose()
    flow.close()
  },
}

/**
 * The request is executed; its answer is dropped, and the connection closed. On the way up: data that follows an
 * answer.
 */
const lostAnswer: Toxic = {
  data(flow, part) {
    if (flow.back.passed === 0) return flow.pass(part)
    flow.lose()
    flow.close()
  },
}

/** No server is reached: the port is closed. */
const down: Readonly<Record<Direction, Toxic>> = {
  up: { connections: 'refused' },
  // A proxy that responds without a server behind it.
  down: { connections: 'closed' },
}

const bothWays = (toxic: Toxic): Readonly<Record<Direction, Toxic>> => ({ up: toxic, down: toxic })

/** The faults of lines, from harmless to severe. */
export const TOXICS = {
  latency: bothWays(latency),
  bandwidth: bothWays(bandwidth),
  slicer: bothWays(slicer),
  'slow close': bothWays(slowClose),
  'data limit': bothWays(dataLimit),
  reset: bothWays(reset),
  'lost answer': bothWays(lostAnswer),
  silence: bothWays(SILENCE),
  down,
} as const

export type ToxicName = keyof typeof TOXICS

/** The other side is gone, as far as one can see: connections break off, and new ones lead nowhere. */
export const CUT: Faults = { down: down.down }

function* cut(part: Buffer, bytes: number): Generator<Buffer> {
  for (let at = 0; at < part.length; at += bytes) yield part.subarray(at, at + bytes)
}
