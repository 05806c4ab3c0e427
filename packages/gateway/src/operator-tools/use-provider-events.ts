import type { Config } from '../config.ts'
import { createOverseenEvents, type OverseenEvents } from '../transactions/index.ts'
import { withInfrastructure } from './with-infrastructure.ts'

export { toWireEvent, toWireEvents } from '../transactions/index.ts'

/**
 * Lists the events of providers that were not applied, and schedules broken ones for the gateways again. Each retry
 * is recorded in the audit trail.
 *
 * @throws When the database cannot be used.
 */
export function useProviderEvents<T>(
  config: Config,
  use: (events: OverseenEvents) => Promise<T>,
): Promise<T> {
  return withInfrastructure(config, (infrastructure) => use(createOverseenEvents(infrastructure)))
}
