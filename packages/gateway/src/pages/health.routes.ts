import { sendAnswer } from '@sluice/platform/http/answer'
import type { HttpServer } from '@sluice/platform/http/http-server'

export interface HealthPorts {
  /** Which one the gateway is in: tools for tests refuse every other than `test`. */
  readonly environment: 'production' | 'test'
  /** The number of the schema that the database had at the start. */
  readonly schema: number
  /** Whether requests can be served now: the database answers. May reject. */
  readonly isReady: () => Promise<boolean>
}

/** Balancers ask by address, so the name that they give does not matter. */
const EVERYWHERE = { config: { origin: 'every' } } as const

/** Serves `/health/live` (the process runs) and `/health/ready` (send it requests): for balancers and orchestrators. */
export function registerHealth(server: HttpServer, { environment, schema, isReady }: HealthPorts): void {
  // Pages ask it whether the browser resolves names below `localhost`.
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
