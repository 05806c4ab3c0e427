import type { HandleMessage } from '@sluice/simulators'

import type { Secret } from '../kernel/secret.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { originUrlOf } from '../platform/http/http-server.ts'
import { isOperator, operatorRule } from '../platform/http/identify-operator.ts'
import { RequestRefusal } from '../platform/http/request-refusal.ts'
import { registerParty } from './party.routes.ts'

/** Serves the simulators' control interface below a path, to the operator alone. @see docs/provider-protocol.md#control */
export function registerControl(
  server: HttpServer,
  prefix: string,
  { handle, token }: { readonly handle: HandleMessage; readonly token: Secret<string> | null },
): void {
  const { config } = server.edge.options
  registerParty(server, prefix, (message) => {
    if (!isOperator(message.headers, operatorRule(config, token), originUrlOf(server, 'portal')))
      throw new RequestRefusal(
        401,
        { error: 'Unauthorized' },
        { 'www-authenticate': `Bearer realm="${config.realm}"` },
      )
    return handle(message)
  })
}
