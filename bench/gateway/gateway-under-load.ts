/** A gateway under load: started on its own core, with requests that it answers once each. */
import { join } from 'node:path'
import { type PublicEncryptionKey, sealCard } from '@sluice/card-encryption/encrypt'
import type { SandboxCredentials } from '@sluice/types'
import { captureFootprint, type Footprint } from './capture-purchase.ts'
import { measureLoad } from './measure-load.ts'
import { type RunningServer, startServer } from './start-server.ts'

export const GATEWAY = join(import.meta.dirname, '../../packages/cli/dist/main.js')

export function startGateway(
  dataDir: string,
  databaseUrl: string | null = null,
  {
    isPinned = true,
    program = GATEWAY,
    env = {},
  }: {
    readonly isPinned?: boolean
    /** The gateway of another build. */
    readonly program?: string
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<RunningServer> {
  const place = databaseUrl === null ? {} : { SLUICE_DATABASE_URL: databaseUrl }
  const args = [program, 'start', '--port', '0', '--data', dataDir, '--json']
  return startServer(args, { SLUICE_LOG_LEVEL: 'silent', ...place, ...env }, { isPinned })
}

export const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '12', expirationYear: '2030' }

let orders = 0

/** Returns a unique card and address for each order, because the risk rules count by both. */
function cardOf(order: number): typeof CARD {
  const digits = `45390000${String(order).padStart(7, '0')}`
  // Of fifteen digits, every second one counts twice, from the first one on.
  const sum = [...digits].reduce((sum, digit, at) => {
    const weighed = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return sum + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return { ...CARD, number: `${digits}${(10 - (sum % 10)) % 10}` }
}

/** A purchase that is authenticated without a challenge and without the 3DS Method, in one request. */
const USUAL_FLOW = 'NO_METHOD_FRICTIONLESS'

async function makeRequest(
  ready: SandboxCredentials,
  key: PublicEncryptionKey,
  flow: string,
): Promise<string> {
  orders += 1
  const order = orders
  const issuedAtSeconds = Math.floor(Date.now() / 1000)
  return JSON.stringify({
    reference: `order-${order}-${Math.random().toString(36).slice(2)}`,
    terminal_id: ready.terminal_id,
    description: 'Two apples',
    currency: 'EUR',
    amount: 10_000,
    transaction_type: 'PURCHASE',
    payment_method: {
      type: 'card',
      data: await sealCard({ key, context: '', issuedAtSeconds, card: cardOf(order) }),
    },
    browser_info: {
      user_agent: 'Mozilla/5.0 (benchmark)',
      accept_header: 'text/html',
      java_enabled: false,
      color_depth: 24,
      screen_height: 900,
      screen_width: 1440,
      time_zone_offset: -60,
      language: 'en-US',
    },
    customer_ip: `81.${[16, 8, 0].map((shift) => (order >> shift) & 0xff).join('.')}`,
    customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    metadata: { simulated_flow: flow },
  })
}

/** An access token is valid for five minutes. A longer measurement may renew it. */
const TOKEN_RENEWED_AFTER_MS = 120_000

export async function connect(firstLine: string) {
  const ready = JSON.parse(firstLine) as SandboxCredentials
  const key = (ready.encryption_keys.keys as readonly PublicEncryptionKey[]).find(
    ({ alg }) => alg === 'HPKE-7',
  )
  if (!key) throw new Error('no HPKE-7 key')
  const headers: Record<string, string> = {}
  let renewedAtMs = -Infinity
  const renew = async (): Promise<void> => {
    if (performance.now() - renewedAtMs < TOKEN_RENEWED_AFTER_MS) return
    const answer = await fetch(`${ready.auth_url}/realms/${ready.realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'user-agent': 'bench' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: ready.client_id,
        client_secret: ready.client_secret,
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    headers['authorization'] = `Bearer ${access_token}`
    renewedAtMs = performance.now()
  }
  await renew()
  return {
    terminalId: ready.terminal_id,
    sandboxId: ready.sandbox_id,
    url: `${ready.base_url}/api/transactions/authorize`,
    /** The headers, with a token that {@link renew} keeps valid. */
    headers: headers as Readonly<Record<string, string>>,
    renew,
    make: async (count: number, flow = USUAL_FLOW) => {
      await renew()
      return Promise.all(Array.from({ length: count }, () => makeRequest(ready, key, flow)))
    },
  }
}

export function isApproved(text: string): void {
  if (!text.includes('"processing_code":"0000"')) throw new Error(`not approved: ${text}`)
}

/** Captures the purchase that the floor repeats, from the embedded database. It is the same for every database. */
export async function captureOne(
  directory: string,
  program = GATEWAY,
): Promise<{ readonly footprint: Footprint; readonly answer: string }> {
  const dataDir = join(directory, 'capture')
  const server = await startGateway(dataDir, null, { program })
  const gateway = await connect(server.firstLine)
  const [warmUp = '', body = ''] = await gateway.make(2)
  let answer = ''
  const buy = (text: string) =>
    measureLoad({ ...gateway, bodies: [text], clients: 1, check: (got) => void (answer = got) })
  await buy(warmUp)
  const footprint = await captureFootprint(dataDir, () => buy(body))
  await server.stop()
  isApproved(answer)
  return { footprint, answer }
}
