import { sql } from 'kysely'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'

import { makeCertificate } from '../../test/make-certificate.ts'
import { openPostgres } from './open-postgres.ts'

/**
 * The response of an attacker between gateway and database to the request for TLS: accept with a certificate of their
 * own, or refuse.
 */
function startImpostor(
  answer: 'S' | 'N',
): Promise<{ readonly port: number; readonly startups: () => number }> {
  const { key, cert } = makeCertificate({ fromMs: Date.now() - 60_000, untilMs: Date.now() + 3_600_000 })
  let startups = 0
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(answer)
      const line =
        answer === 'N'
          ? socket
          : new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
      line.on('error', () => undefined)
      // A start-up message names user and database; a password would follow.
      line.on('data', () => (startups += 1))
    })
  })
  servers.push(server)
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port, startups: () => startups }),
    ),
  )
}

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

describe('sslmode=verify-full', () => {
  it.each([
    ['a certificate that no authority we trust has signed', 'S'],
    ['no TLS at all', 'N'],
  ] as const)('sends nothing to a server with %s', async (_, answer) => {
    const { port, startups } = await startImpostor(answer)
    const url = `postgres://sluice:hunter2@localhost:${port}/sluice?sslmode=verify-full`
    const { db } = openPostgres(url, { maxConnections: 2, statementTimeoutMs: 1_000 })
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/certificate|SSL/)
    expect(startups()).toBe(0)
    await db.destroy()
  })
})
