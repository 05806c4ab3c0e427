import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

import { type Direction, type Faults, Flow, type Toxic } from './flow.ts'

/** Connections between two parties on different machines, and the faults on the way. */
export interface FaultyLine {
  readonly port: number
  /** For HTTP. */
  readonly origin: string
  /** The number of times that a fault took effect. */
  readonly touched: number
  /** The address, led through the line. */
  through(url: string): string
  /** Sets these faults and no others from now on, also on existing connections. */
  break(faults: Faults): void
  /** Waits of faults end. A connection that lost a byte is broken off, because none continues with a gap. */
  mend(): Promise<void>
  /** Breaks every connection off. */
  close(): Promise<void>
}

export interface LineOptions {
  /**
   * Called with the first bytes on the way up; the returned faults replace the line's from then on, on this connection.
   */
  readonly onUp?: (part: Buffer) => Faults | undefined
}

/** Lays a line to the address of a server. */
export async function openFaultyLine(target: string, { onUp }: LineOptions = {}): Promise<FaultyLine> {
  const { host, hostname, port: targetPort } = new URL(target)
  const flows = new Set<Flow>()
  const state = { faults: {} as Faults, touched: 0, mended: new AbortController() }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (Object.values(state.faults).some(({ connections }) => connections !== undefined)) {
      state.touched += 1
      near.destroy()
      return
    }
    const far = connect({ host: hostname, port: Number(targetPort), allowHalfOpen: true, noDelay: true })
    let own: Faults | undefined
    const toxicOf = (direction: Direction) => (): Toxic | undefined => (own ?? state.faults)[direction]
    const common = {
      onTouch: () => void (state.touched += 1),
      mended: () => state.mended.signal,
    }
    const up = new Flow(near, far, { ...common, toxic: toxicOf('up') })
    const down = new Flow(far, near, { ...common, toxic: toxicOf('down') })
    up.back = down
    down.back = up
    near.on('data', (part) => {
      own = onUp?.(part) ?? own
      up.take(addressTo(host, part))
    })
    far.on('data', (part) => down.take(part))
    for (const flow of [up, down]) {
      flows.add(flow)
      flow.from.on('end', () => flow.takeEnd())
      flow.from.on('error', () => flow.to.resetAndDestroy())
      flow.from.on('close', () => flows.delete(flow))
    }
  })
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const reset = (which: (flow: Flow) => boolean): void =>
    [...flows].filter(which).forEach((flow) => flow.reset())

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    get touched() {
      return state.touched
    },
    through(url) {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    break(faults) {
      state.faults = faults
      const toxics = Object.values(faults)
      if (toxics.some(({ connections }) => connections === 'refused')) server.close()
      if (toxics.some(({ connections }) => connections !== undefined)) {
        // A refused connection to a closed port is not seen here.
        state.touched += 1
        reset(() => true)
      }
      for (const flow of [...flows]) flow.begin()
    },
    async mend() {
      state.faults = {}
      state.mended.abort()
      state.mended = new AbortController()
      reset(({ hasLost, back }) => hasLost || back.hasLost)
      if (!server.listening) await listen(server, port)
    },
    async close() {
      state.mended.abort()
      reset(() => true)
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

/** A party that is called by HTTP answers only to its own name. */
function addressTo(host: string, part: Buffer): Buffer {
  const text = part.toString('latin1')
  if (!REQUEST_LINE.test(text)) return part
  return Buffer.from(text.replace(HOST_HEADER, `\r\nhost: ${host}`), 'latin1')
}

const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/
const HOST_HEADER = /\r\nhost: [^\r]*/i

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
