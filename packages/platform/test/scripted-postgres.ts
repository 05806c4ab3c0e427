import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The server's answer to statements that arrived together; null leaves them without an answer. */
export type Script = (texts: readonly string[], socket: Socket) => Buffer | null

export interface ScriptedPostgres {
  readonly url: string
  /** The statements that were sent together. */
  readonly sent: readonly (readonly string[])[]
  /** The number of connections so far. */
  readonly connections: number
  close(): Promise<void>
}

const READY = message('Z', 'I')
/** Authentication is over, and the server's process has no number. */
const WELCOME = Buffer.concat([message('R', '\0\0\0\0'), message('K', '\0\0\0\0\0\0\0\0'), READY])

/** Speaks as much of PostgreSQL's protocol as a failing server needs, and fails by a script. */
export async function startScriptedPostgres(script: Script): Promise<ScriptedPostgres> {
  const sent: string[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let unread = Buffer.alloc(0)
    let isWelcome = false
    let texts: string[] = []
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      unread = Buffer.concat([unread, part])
      for (;;) {
        // The first message of all has no letter.
        const from = isWelcome ? 1 : 0
        if (unread.length < from + 4 || unread.length < from + unread.readInt32BE(from)) return
        const length = from + unread.readInt32BE(from)
        const [kind, body] = [unread.toString('latin1', 0, 1), unread.toString('utf8', from + 4, length)]
        unread = unread.subarray(length)
        if (!isWelcome) socket.write(WELCOME)
        else if (kind === 'P') texts.push(body.split('\0')[1] ?? '')
        else if (kind === 'S' || kind === 'Q') {
          const together = kind === 'Q' ? [body.slice(0, -1)] : texts.splice(0)
          sent.push(together)
          const said = script(together, socket)
          if (said) socket.write(said)
        }
        isWelcome = true
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://x:x@127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    sent,
    get connections() {
      return sockets.size
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** All of them are done. */
export function done(texts: readonly string[]): Buffer {
  return Buffer.concat([...texts.map((text) => message('C', `${text.toUpperCase()}\0`)), READY])
}

/** Like {@link refused}, and the server is ready for the next statement. */
export function refusedForCertain(code: string, severity = 'ERROR'): Buffer {
  return Buffer.concat([refused(code, severity), READY])
}

/** The server refuses a statement, and sends nothing after it. */
export function refused(code: string, severity = 'ERROR'): Buffer {
  return message('E', `S${severity}\0C${code}\0Mrefused\0\0`)
}

function message(kind: string, body: string): Buffer {
  const text = Buffer.from(body, 'utf8')
  const head = Buffer.from(`${kind}\0\0\0\0`)
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
