/**
 * Twelve abuses, each of the gateway and of a bare server in the same run: one machine attacks, while honest clients of
 * another address continue. Asserts that each of them is answered; how quickly is printed and asserted nowhere.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type GatewayProgram, startProgram } from '../packages/cli/test/gateway-program.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'

/** `npm run verify -- abuse` makes it long enough for a p99; the short form leaves it out. */
const SECONDS = Number(process.env['PROOF_SECONDS'] ?? 0)

/** Loopback has 16 million addresses: the gateway counts these two apart, as it does two machines. */
const [ATTACKER, HONEST] = ['127.0.0.66', '127.0.0.2']

/** More than one address may hold of the gateway (256). */
const SOCKETS = 1_000
const FLOODERS = 32
const HONEST_CLIENTS = 4
const DRIBBLE_MS = 500

/** A socket that fails says so; the abuse continues all the same. */
function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}

interface Target {
  readonly port: number
  readonly ready: SandboxCredentials
  /** The access token of a client that may pay. */
  readonly token: string
  readonly authorize: string
}

/** Begins an abuse; gives what ends it. */
type Abuse = (target: Target) => () => Promise<void>

/** Holds sockets open, each of which sends a few bytes every now and then. */
const hold =
  (first: string, dribble: string | null): Abuse =>
  ({ port }) => {
    const sockets = Array.from({ length: SOCKETS }, () => open(port))
    for (const socket of sockets) socket.write(first)
    const timer = setInterval(() => {
      if (dribble !== null) for (const socket of sockets) if (socket.writable) socket.write(dribble)
    }, DRIBBLE_MS)
    return async () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    }
  }

interface Flood {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends the request again and again, over connections that stay. */
const flood =
  (make: (target: Target, index: number) => Flood): Abuse =>
  (target) => {
    let isOver = false
    const agent = new Agent({ keepAlive: true, maxSockets: FLOODERS })
    const work = Array.from({ length: FLOODERS }, async (_, worker) => {
      for (let index = worker; !isOver; index += FLOODERS) {
        await send(target.port, ATTACKER, agent, make(target, index)).catch(() => null)
      }
    })
    return async () => {
      isOver = true
      await Promise.all(work)
      agent.destroy()
    }
  }

function send(
  port: number,
  localAddress: string,
  agent: Agent,
  { method = 'GET', path, headers = {}, body }: Flood,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      localAddress,
      agent,
      method,
      path,
      headers: {
        'user-agent': 'abuse',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    sent.end(body)
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const tokenPath = ({ ready }: Target) => `/realms/${ready.realm}/protocol/openid-connect/token`
const credentials = ({ ready }: Target, secret: string) =>
  new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: ready.client_id,
    client_secret: secret,
  }).toString()

const ABUSES: Readonly<Record<string, Abuse>> = {
  '1 silent sockets': hold('', null),
  '2 slow headers': hold('GET / HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'),
  '3 slow bodies': hold(
    'POST /csp-reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n[',
    ' ',
  ),
  '4 many requests in one connection': ({ port }) => {
    const sockets = Array.from({ length: FLOODERS }, () => open(port))
    const many = 'GET /embedded-fields/sri.json HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n'.repeat(50)
    const timer = setInterval(() => {
      for (const socket of sockets) if (socket.writable && socket.writableLength === 0) socket.write(many)
    }, DRIBBLE_MS)
    return async () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    }
  },
  '5 headers beyond the limit': flood(() => ({ path: '/', headers: { 'x-a': 'a'.repeat(15_000) } })),
  '6 headers for slow patterns': flood(() => ({
    path: '/embedded-fields.js',
    headers: { 'accept-encoding': ` ${' '.repeat(7_000)},`, 'if-none-match': '"'.repeat(7_000) },
  })),
  '7 deep JSON': flood(() => ({
    method: 'POST',
    path: '/csp-reports',
    headers: JSON_TYPE,
    body: '['.repeat(60_000),
  })),
  '8 large bodies': flood(() => ({
    method: 'POST',
    path: '/csp-reports',
    headers: JSON_TYPE,
    body: 'x'.repeat(1_000_000),
  })),
  '9 wrong access tokens': flood((_, index) => ({
    path: '/api/customers/x',
    headers: { authorization: `Bearer e30.e30.${index}` },
  })),
  '10 wrong secrets': flood((target, index) => ({
    method: 'POST',
    path: tokenPath(target),
    headers: FORM_TYPE,
    body: credentials(target, `wrong-${index}`),
  })),
  '11 right secrets, again and again': flood((target) => ({
    method: 'POST',
    path: tokenPath(target),
    headers: FORM_TYPE,
    body: credentials(target, target.ready.client_secret),
  })),
  '12 sealed cards that open to nothing': flood((target) => ({
    method: 'POST',
    path: '/api/transactions/authorize',
    headers: { ...JSON_TYPE, authorization: `Bearer ${target.token}` },
    body: target.authorize,
  })),
}

/** Answers anything with 200 once it has read it: what any server of this machine costs under the same load. */
const BARE_SERVER = `
const server = require('node:http').createServer((request, response) => {
  request.resume()
  request.on('error', () => {})
  request.on('end', () => response.writeHead(200, {'content-type': 'application/json'}).end('{}'))
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

interface Measured {
  readonly answered: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Honest clients request a page's script inventory, which is served to any browser, until the time is up. */
async function measureHonest(port: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: HONEST_CLIENTS })
  const untilMs = Date.now() + SECONDS * 1_000
  const times: number[] = []
  let failed = 0
  const ask = { path: '/embedded-fields/scripts.json', headers: { host: `127.0.0.1:${port}` } }
  await Promise.all(
    Array.from({ length: HONEST_CLIENTS }, async () => {
      while (Date.now() < untilMs) {
        const beginsAtMs = performance.now()
        const status = await send(port, HONEST, agent, ask).catch(() => 0)
        times.push(performance.now() - beginsAtMs)
        if (status !== 200) failed += 1
      }
    }),
  )
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { answered: times.length - failed, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

describe.runIf(SECONDS > 0)('under abuse from one address', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-abuse-'))
  let gateway: GatewayProgram
  let bare: ChildProcess
  let target: Target
  let barePort: number
  const rows: string[] = []

  beforeAll(async () => {
    gateway = await startProgram(
      { SLUICE_RATE_LIMITS: 'on', SLUICE_LOG_LEVEL: 'error' },
      ...['--port', '0', '--data', dataDir],
    )
    const { ready } = gateway
    const merchant = new MerchantAtGateway(ready)
    const card = (await merchant.cardRequest()) as { payment_method: { data: Record<string, unknown> } }
    const sealed = card.payment_method.data['encrypted_card_number']
    // A value of the right form and length, changed in the middle.
    const broken = JSON.stringify(card).replaceAll(
      String(sealed),
      String(sealed).replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    )
    target = {
      port: Number(new URL(ready.base_url).port),
      ready,
      token: await merchant.token(),
      authorize: broken,
    }
    bare = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface(bare.stdout ?? process.stdin), 'line')) as [string]
    barePort = Number(line)
  })
  afterAll(async () => {
    bare.kill('SIGKILL')
    await gateway.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
    const head = 'abuse | p50 / p99 ms, honest failures: gateway | bare server'
    // Writes past the test runner, whose reporter omits the output of passing tests.
    writeFileSync(process.stderr.fd, `${[head, ...rows].join('\n')}\n`)
  })

  const describeRow = ({ p50Ms, p99Ms, failed, answered }: Measured) =>
    `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}, ${failed} of ${answered + failed}`

  it.each<[string, Abuse]>([['0 nothing', () => () => Promise.resolve()], ...Object.entries(ABUSES)])(
    'honest clients of another address are answered: %s',
    { timeout: 180_000 + SECONDS * 4_000 },
    async (name, abuse) => {
      const measured: Measured[] = []
      for (const port of [target.port, barePort]) {
        const end = abuse({ ...target, port })
        measured.push(await measureHonest(port))
        await end()
      }
      rows.push(`${name} | ${measured.map(describeRow).join(' | ')}`)
      expect(measured[0]?.answered).toBeGreaterThan(0)
      expect(measured[0]?.failed).toBe(0)
    },
  )
})
