import { connect } from 'node:net'
import { COMMANDS, DriverError, ELEMENT, type Parameters, type Transport } from './commands.ts'

/** Cuts `length:text` messages out of what a connection brings, in pieces of any size. */
export function messageReader(take: (message: string) => void): (piece: Buffer) => void {
  let pending = Buffer.alloc(0)
  return (piece) => {
    pending = Buffer.concat([pending, piece])
    for (;;) {
      const colon = pending.indexOf(':')
      if (colon < 0) return
      // Counted in bytes, not in characters.
      const end = colon + 1 + Number(pending.toString('latin1', 0, colon))
      if (pending.length < end) return
      take(pending.toString('utf8', colon + 1, end))
      pending = pending.subarray(end)
    }
  }
}

export function frame(message: unknown): string {
  const text = JSON.stringify(message)
  return `${Buffer.byteLength(text)}:${text}`
}

type Answer = readonly [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
]

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Speaks Marionette to a Firefox that listens on the port: WebDriver's own commands, without a driver between. */
export async function openMarionetteSession(port: number, capabilities: Parameters): Promise<Transport> {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const greeted = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on(
      'data',
      messageReader((message) => {
        const parsed = JSON.parse(message) as Answer | object
        if (Array.isArray(parsed)) settle(parsed as unknown as Answer)
        else resolve()
      }),
    )
  })
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
  })
  await greeted

  function settle([, id, error, result]: Answer): void {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new DriverError(error.error, error.message))
    else call?.resolve(result)
  }

  function call(name: string, parameters: Parameters): Promise<unknown> {
    lastId += 1
    socket.write(frame([0, lastId, name, parameters]))
    return new Promise((resolve, reject) => waiting.set(lastId, { resolve, reject }))
  }

  await call('WebDriver:NewSession', capabilities)
  return {
    async send(command, parameters) {
      const result = await call(COMMANDS[command][2], inMarionette(parameters))
      // Single values come wrapped, lists and records do not.
      const isWrapped = result !== null && typeof result === 'object' && 'value' in result
      return isWrapped ? result.value : result
    },
    async close() {
      await call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined)
      socket.destroy()
    },
  }
}

/** Frames that are elements have a parameter of their own. */
export function inMarionette(parameters: Parameters): Parameters {
  const { id, ...others } = parameters
  const isElement = id !== null && typeof id === 'object' && ELEMENT in id
  return isElement ? { ...others, element: id[ELEMENT] } : parameters
}
