import { pino } from 'pino'
import type { HttpConfig } from '../http-config.ts'
import {
  type ClientKeyOwner,
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from '../http-server.ts'
import { watchAnswers } from './watch-answers.ts'

export const SHOP_CLIENT_KEY = `ck_test_${'0'.repeat(32)}`
export const OPEN_CLIENT_KEY = `ck_test_${'1'.repeat(32)}`
export const SHOP_ORIGIN = 'https://shop.example'

const KEY_OWNERS: ReadonlyMap<string, ClientKeyOwner> = new Map([
  [SHOP_CLIENT_KEY, { merchantId: 'm1', origins: [SHOP_ORIGIN] }],
  [OPEN_CLIENT_KEY, { merchantId: 'm2', origins: '*' }],
])

/** A server at a free port of 127.0.0.1, with callers `all-roles` and `no-roles` and two client keys. */
export interface RunningEdge {
  readonly server: HttpServer
  readonly port: number
  /** The log, one entry per line. */
  readonly log: Record<string, unknown>[]
}

export async function startEdge(
  register: (server: HttpServer) => void,
  changes: Partial<Omit<HttpServerOptions, 'config'>> & { readonly config?: Partial<HttpConfig> } = {},
): Promise<RunningEdge> {
  const log: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) }
  let count = 0
  const server = createHttpServer({
    clock: { now: () => 1_700_000_000_000 },
    random: {
      bytes: (length) => new Uint8Array(length),
      uuid: () => `018bcfe5-6800-7000-8000-${String((count += 1)).padStart(12, '0')}`,
    },
    logger: pino({ level: 'trace', base: null }, destination),
    authenticate: async (token) =>
      ['all-roles', 'no-roles'].includes(token)
        ? {
            kind: 'merchant',
            merchantId: 'm1',
            clientId: 'c1',
            roles: new Set(
              token === 'no-roles' ? [] : (['sessions', 'transactions:read', 'customers'] as const),
            ),
          }
        : null,
    resolveClientKey: async (clientKey) => KEY_OWNERS.get(clientKey) ?? null,
    isRegisteredOrigin: async (origin) => origin === SHOP_ORIGIN,
    verifyAnswers: true,
    ...changes,
    config: {
      environment: 'test',
      host: '127.0.0.1',
      port: 0,
      baseUrl: null,
      originUrls: { methods: null, portal: null, bank: null },
      originPorts: { methods: null, portal: null, bank: null },
      authUrl: null,
      realm: 'demo',
      trustedProxies: [],
      ...changes.config,
    },
  })
  register(server)
  watchAnswers(server)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('does not listen at a port')
  return { server, port: address.port, log }
}
