/** A merchant whose payments use a connector, in a short configuration file. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'

import { MerchantAtGateway } from './merchant-at-gateway.ts'

const TERMINAL = 'T90000000001'
const CLIENT_KEY = 'ck_test_0123456789abcdef0123456789abcdef'

/** The configuration of a provider. */
interface ConfiguredProvider {
  readonly type: string
  readonly url: string
  readonly apiKey: string
  readonly webhook: string
  readonly account: string
  /** The methods besides cards. */
  readonly methods: readonly string[]
}

/** A configuration file, and access to its merchant at a gateway that reads it. */
export interface ShopAtProvider {
  readonly file: string
  readonly connect: (ready: SandboxCredentials, clock: Clock) => Promise<MerchantAtGateway>
  readonly close: () => void
}

/** Writes the configuration of a shop. The provider authenticates its cardholders. */
export function openShopAtProvider({
  type,
  url,
  apiKey,
  webhook,
  account,
  methods,
}: ConfiguredProvider): ShopAtProvider {
  const folder = mkdtempSync(join(tmpdir(), `sluice-${type}-`))
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const clientSecret = randomBytes(32).toString('base64')
  const clientId = `${type}-shop`
  const route = { provider: type, account }
  const terminal = {
    terminal_id: TERMINAL,
    features: [
      'TRX_TYPE_PURCHASE',
      'TRX_TYPE_AUTHORIZE',
      'TRX_TYPE_CAPTURE',
      'TRX_TYPE_REFUND',
      'TRX_TYPE_VOID',
      'TRX_TYPE_PAYMENT',
      'THREE_DS',
    ],
    brands: ['VISA', 'MASTERCARD'],
    payment_methods: ['card', ...methods],
    routing: [route],
    alternative_accounts: Object.fromEntries(methods.map((method) => [method, route])),
  }
  const merchant = {
    id: clientId,
    name: `${type} shop`,
    managed_by: 'file',
    terminals: [terminal],
    clients: [{ client_id: clientId, roles: ['merchant'], secret_files: [write('client', clientSecret)] }],
    client_keys: [{ client_key: CLIENT_KEY, origins: ['https://shop.example'] }],
  }
  const provider = {
    id: type,
    type,
    url,
    secret_files: { api_key: write('api-key', apiKey), webhook: write('webhook', webhook) },
    accounts: [{ id: account, authentication: 'PROVIDER' }],
    methods: ['card', ...methods],
  }
  return {
    file: write('sluice.json', JSON.stringify({ revision: 1, merchants: [merchant], providers: [provider] })),
    async connect(ready, clock) {
      const answer = await fetch(`${ready.base_url}/api/encryption-keys`, {
        headers: { 'user-agent': 'test', 'x-client-key': CLIENT_KEY },
      })
      const encryption_keys = (await answer.json()) as SandboxCredentials['encryption_keys']
      const own = {
        client_id: clientId,
        client_secret: clientSecret,
        client_key: CLIENT_KEY,
        terminal_id: TERMINAL,
      }
      return new MerchantAtGateway({ ...ready, ...own, encryption_keys }, clock)
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
