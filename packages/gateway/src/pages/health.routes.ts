import { sendAnswer } from '../platform/http/answer.ts'
import type { HttpServer } from '../platform/http/http-server.ts'

export interface HealthPorts {
  /** Whether requests can be served now: the database answers. May reject. */
  readonly isReady: () => Promise<boolean>
}

/** Balancers ask by address, so the name that they give does not matter. */
const EVERYWHERE = { config: { origin: 'every' } } as const

/** Serves `/health/live` (the process runs) and `/health/ready` (send it requests): for balancers and orchestrators. */
export function registerHealth(server: HttpServer, { isReady }: HealthPorts): void {
  server.get('/health/live', EVERYWHERE, (_request, reply) => sendAnswer(reply, 200, { status: 'live' }))
  server.get('/health/ready', EVERYWHERE, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return ready
      ? sendAnswer(reply, 200, { status: 'ready' })
      : sendAnswer(reply, 503, { status: 'not ready' }, { 'retry-after': '2' })
  })
}
