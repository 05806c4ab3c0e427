import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { beginSignInAttempt } from './advance-sign-in.ts'
import { registerAuthorization } from './authorization.routes.ts'
import { registerExternalProvider } from './external-provider.routes.ts'
import { registerOneTimeLinks } from './one-time-link.routes.ts'
import { registerProofs } from './proofs.routes.ts'
import { registerSetUps } from './set-ups.routes.ts'
import { readAttempt } from './sign-in-cookie.routes.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import { AT_PORTAL, localeOf, sendEnded, showAttempt } from './sign-in-response.routes.ts'
import { renderStage } from './stage-page.wire.ts'

/**
 * Serves the authorization endpoint and the pages of a sign-in, at the portal's origin alone.
 *
 * @see docs/protocol/identity.md#sign-in
 */
export function registerSignIn(server: HttpServer, ports: SignInPorts): void {
  registerAuthorization(server, ports)
  registerStagePage(server, ports)
  registerOneTimeLinks(server, ports)
  registerProofs(server, ports)
  registerSetUps(server, ports)
  const { externalLogin } = ports
  if (externalLogin !== null) registerExternalProvider(server, { ...ports, externalLogin })
}

/** Serves the page of the current stage; all stages have the same address. */
function registerStagePage(server: HttpServer, ports: SignInPorts): void {
  server.get(signInPath(ports.realm), AT_PORTAL, async (request, reply) => {
    const attempt = await readAttempt(ports, request)
    if (attempt === null) return sendEnded(ports, { request, reply })
    // The browser's Back button leads here from the provider: the page's forms belong to the previous step.
    if (attempt.stage.name === 'at_provider')
      return showAttempt(ports, reply, beginSignInAttempt(ports, attempt.request, { name: 'identify' }))
    const page = await renderStage(ports, { attempt, locale: localeOf(request, attempt), problem: null })
    return page === null ? sendEnded(ports, { request, reply }) : sendPage(reply, page)
  })
}
