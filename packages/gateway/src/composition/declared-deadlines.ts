import type { ConfigurationFile } from '../configuration-file/index.ts'
import { type DeadlinesOf, USUAL_DEADLINES } from '../transactions/index.ts'
import type { Adapters } from './adapters.ts'

/** Returns the deadlines that given and configured providers declare; simulated and removed providers have the defaults. */
export function createDeadlinesOf(
  current: () => Pick<ConfigurationFile, 'providers'> | null,
  { providers }: Pick<Partial<Adapters>, 'providers'>,
): DeadlinesOf {
  return (id) => {
    const given = providers?.get(id) ?? current()?.providers.find((provider) => provider.id === id)
    return given?.capabilities.deadlines ?? USUAL_DEADLINES
  }
}
