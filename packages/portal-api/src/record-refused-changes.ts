import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'

/**
 * Records in the audit trail that a change was refused: it is recorded as requested before it is checked. Routes of
 * other origins stay as they are. Only routes that are added later are followed.
 *
 * @see docs/protocol/portal-sign-in.md#portal-sessions
 */
export function recordRefusedChanges(server: HttpServer, auth: Pick<PortalAuth, 'recordRefusal'>): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.origin !== 'portal') return
    const others = [route.onSend ?? []].flat()
    route.onSend = [
      ...others,
      async (request, { statusCode }) => {
        // After any other failure the change may have been applied.
        if (statusCode >= 400 && statusCode < 500) await auth.recordRefusal(request, statusCode)
      },
    ]
  })
}
