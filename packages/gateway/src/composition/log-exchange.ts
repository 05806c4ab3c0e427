import type { Exchange } from '@sluice/connectors/kit'
import type { Logger } from 'pino'

/**
 * Logs one line for each request of a connector, with name, path and status. Bodies and headers are never logged,
 * except the provider's own id of the request, by which its support finds it.
 */
export function createLogExchange(
  logger: Partial<Pick<Logger, 'debug'>>,
): (party: string, exchange: Exchange, durationMs: number) => void {
  return (party, { request, result }, durationMs) => {
    const { name, method, path } = request
    const said =
      result.kind === 'answer'
        ? { status: result.status, request_id: result.headers['request-id'] ?? null }
        : { reason: result.code }
    logger.debug?.(
      {
        provider: party,
        operation: name,
        method,
        route: path.split('?', 1)[0],
        duration_ms: durationMs,
        ...said,
      },
      'a connector sent a request',
    )
  }
}
