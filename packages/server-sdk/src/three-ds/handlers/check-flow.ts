import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { ThreeDsFlow } from '../flow/three-ds-flow.ts'

/**
 * Checks what a handler is made of, so that a flow that is missing is told when the server starts and not by the first
 * customer.
 *
 * @throws When it is no flow. {@link ConfigurationError}
 */
export function checkFlow(flow: ThreeDsFlow | undefined): void {
  if (typeof flow?.handle === 'function') return
  throw new ConfigurationError('flow', 'must be a flow, as createThreeDsFlow makes it')
}
