import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ThreeDsFlow } from '../flow/three-ds-flow.ts'

/**
 * Checks the argument of a handler, so that a missing flow is reported at startup and not by the first customer.
 *
 * @throws When it is not a flow. {@link ConfigurationError}
 */
export function checkFlow(flow: ThreeDsFlow | undefined): void {
  if (typeof flow?.handle === 'function') return
  throw new ConfigurationError('flow', 'must be a flow from createThreeDsFlow')
}
