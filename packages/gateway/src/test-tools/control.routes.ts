import type { HandleMessage } from '@sluice/simulators'
import type { Secret } from '@sluice/platform/kernel/secret'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { originUrlOf } from '@sluice/platform/http/http-server'
import { findOperator, operatorRule } from '@sluice/platform/http/identify-operator'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'

import { registerParty } from './party.routes.ts'

/**
 * Serves the simulators' control interface below a path, only to the operator.
 *
 * @see docs/provider-protocol/simulation.md#control
 */
export function registerControl(
  server: HttpServer,
  prefix: string,
  { handle, token }: { readonly handle: HandleMessage; readonly token: Secret<string> | null },
): void {
  const { config } = server.edge.options
  registerParty(server, prefix, (message) => {
    if (findOperator(message.headers, operatorRule(config, token), originUrlOf(server, 'portal')) === null)
      throw new RequestRefusal(
        401,
        { error: 'Unauthorized' },
        { 'www-authenticate': `Bearer realm="${config.realm}"` },
      )
    return handle(message)
  })
}
