import type { FastifyReply } from 'fastify'

import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { DescribeSession } from './describe-session.ts'
import type { PortalAuth } from './portal-auth.ts'

const PATH = '/portal/session'

/** Serves the session of the person who is signed in, and ends it. @see docs/protocol/portal-sign-in.md#portal-sessions */
export function registerPortalSession(
  server: HttpServer,
  { auth, describeSession }: { readonly auth: PortalAuth; readonly describeSession: DescribeSession },
): void {
  server.get(PATH, { config: AT_PORTAL }, async (request, reply) =>
    sendAnswer(reply, 200, await describeSession(await auth.identify(request, false))),
  )

  server.delete(PATH, { config: AT_PORTAL }, async (request, reply): Promise<FastifyReply> => {
    await auth.identify(request, true)
    return sendAnswer(reply, 204, null, { 'set-cookie': await auth.endPortalSession(request) })
  })
}
