import { sendAnswer } from '@sluice/platform/http/answer'
import type { HttpServer } from '@sluice/platform/http/http-server'

export interface HealthPorts {
  /** The environment of the gateway; test tools refuse every other than `test`. */
  readonly environment: 'production' | 'test'
  /** The schema version of the database at the start. */
  readonly schema: number
  /** Returns whether requests can be served now because the database responds. May reject. */
  readonly isReady: () => Promise<boolean>
}

/** Load balancers use the address, so their host name does not matter. */
const EVERYWHERE = { config: { origin: 'every' } } as const

/**
 * Serves `/health/live` (the process runs) and `/health/ready` (it accepts requests) for load balancers and
 * orchestrators.
 */
export function registerHealth(server: HttpServer, { environment, schema, isReady }: HealthPorts): void {
  // Pages use it to check whether the browser resolves names below `localhost`.
  const forPages = environment === 'test' ? { 'cross-origin-resource-policy': 'cross-origin' } : {}
  server.get('/health/live', EVERYWHERE, (_request, reply) =>
    sendAnswer(reply, 200, { status: 'live', environment }, forPages),
  )
  server.get('/health/ready', EVERYWHERE, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return ready
      ? sendAnswer(reply, 200, { status: 'ready', environment, schema })
      : sendAnswer(reply, 503, { status: 'not ready', environment, schema }, { 'retry-after': '2' })
  })
}
