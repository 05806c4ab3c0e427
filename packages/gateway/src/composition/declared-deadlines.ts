import type { ConfigurationFile } from '../configuration-file/index.ts'
import { type DeadlinesOf, USUAL_DEADLINES } from '../transactions/index.ts'
import type { Adapters } from './adapters.ts'

/** Returns the deadlines that given and configured providers declare; simulated and removed providers have the defaults. */
export function createDeadlinesOf(
  file: Pick<ConfigurationFile, 'providers'> | null,
  { providers }: Pick<Partial<Adapters>, 'providers'>,
): DeadlinesOf {
  const configured = new Map(file?.providers.map(({ id, capabilities }) => [id, capabilities]))
  return (id) => (providers?.get(id)?.capabilities ?? configured.get(id))?.deadlines ?? USUAL_DEADLINES
}
