import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalDoor } from './open-door.ts'

/**
 * Lets the audit trail say of each change that was refused that it was: the wish is written down before it is judged. Routes of
 * other origins stay as they are. Only routes that are added later are followed.
 *
 * @see docs/protocol.md#portal-sessions
 */
export function noteRefusedChanges(server: HttpServer, door: Pick<PortalDoor, 'noteRefusal'>): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.origin !== 'portal') return
    const others = [route.onSend ?? []].flat()
    route.onSend = [
      ...others,
      async (request, { statusCode }) => {
        // What failed otherwise may have been done.
        if (statusCode >= 400 && statusCode < 500) await door.noteRefusal(request, statusCode)
      },
    ]
  })
}
