import { pino } from 'pino'

import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import { createHttpServer, type HttpServer } from '@sluice/platform/http/http-server'

/** A server for pages of simulators alone: without sign-in and without a log. */
export function createSimulatorServer(parts: { readonly clock: Clock; readonly random: Random }): HttpServer {
  return createHttpServer({
    config: {
      environment: 'test',
      host: '127.0.0.1',
      port: 0,
      baseUrl: null,
      originUrls: { methods: null, portal: null, bank: null },
      originPorts: { methods: null, portal: null, bank: null },
      authUrl: null,
      realm: 'test',
      trustedProxies: [],
    },
    ...parts,
    logger: pino({ level: 'silent' }),
    authenticate: async () => null,
    resolveClientKey: async () => null,
    isRegisteredOrigin: async () => false,
  })
}
