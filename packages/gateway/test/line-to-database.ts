import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a database that can be cut and mended. */
export interface Line {
  /** Leads through the line. */
  readonly databaseUrl: string
  cut(): void
  /** Swallows everything, and closes nothing: what a server without power looks like. */
  hush(): void
  /** Swallows what the server says, and takes it what it is told: what is asked is done, and not known to be. */
  loseAnswers(): void
  mend(): void
  close(): Promise<void>
}

/** Lays a line to the database at `databaseUrl`. */
export async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  let isHushed = false
  let isDeaf = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    if (isHushed) return void sockets.add(near.on('error', () => undefined))
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => (sockets.delete(socket), other.destroy()))
      socket.on('data', (part) => isHushed || (isDeaf && socket === far) || other.write(part))
      socket.on('end', () => other.end())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(databaseUrl)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    databaseUrl: through.href,
    cut,
    hush: () => {
      isHushed = true
    },
    loseAnswers: () => {
      isDeaf = true
    },
    mend: () => {
      isCut = false
      isDeaf = false
      isHushed = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
