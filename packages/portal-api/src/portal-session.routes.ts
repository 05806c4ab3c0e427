import type { FastifyReply } from 'fastify'

import { EVENT_STREAM_BEGINNING } from '@sluice/types/vocabulary'
import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'
import { checkPermission, PORTAL_ACTIONS } from './portal-rights.ts'
import { endOfSession, openView, type PortalSession } from './portal-session.ts'

export interface PortalSessionPorts {
  readonly auth: PortalAuth
  readonly realTime: Clock
  /** Returns the merchant's name. */
  readonly nameOfMerchant: (merchantId: string) => Promise<string | null>
  /** The names of payment methods that the operator configured, by type; without those that are generally known. */
  readonly nameMethods: (merchantId: string) => Promise<Readonly<Record<string, string>>>
  /** Returns the state of the test tools; null for a merchant that is not a sandbox. */
  readonly readTestState: (merchantId: string) => Promise<TestState | null>
  /** The id of the merchant's newest event; null if there is none yet. */
  readonly findNewestEvent: (merchantId: string) => Promise<string | null>
  /** Returns the person's sign-in methods; null once the user was removed. */
  readonly findUser: (userId: string) => Promise<SignInMeans | null>
}

/** The sign-in methods that strangers can guess. */
export interface SignInMeans {
  readonly hasPassword: boolean
  readonly passkeys: number
}

/** Test settings that a person must not overlook: time was moved, or faults are injected. */
export interface TestState {
  readonly clockOffsetMs: number
  readonly hasWebhookFaults: boolean
  /** The time at which the last fault of the sandbox ends; null if there is none. */
  readonly faultsUntilMs: number | null
}

const PATH = '/portal/session'

/** Serves who is signed in, and signing out. @see docs/protocol/portal-sign-in.md#portal-sessions */
export function registerPortalSession(
  server: HttpServer,
  {
    auth,
    realTime,
    nameOfMerchant,
    nameMethods,
    readTestState,
    findNewestEvent,
    findUser,
  }: PortalSessionPorts,
): void {
  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const session = await auth.identify(request, false)
    const merchantId = session.merchantId ?? openView(session, realTime.now())?.merchantId ?? null
    const merchant = merchantId === null ? null : await nameOfMerchant(merchantId)
    const state = merchantId === null ? null : await readTestState(merchantId)
    const newest = merchantId === null ? null : await findNewestEvent(merchantId)
    const wire = toWireSession(session, merchant, state, newest)
    return sendAnswer(reply, 200, {
      ...wire,
      method_names: merchantId === null ? {} : await nameMethods(merchantId),
      needs_passkey: await needsPasskey(session),
    })
  })

  server.delete(PATH, { config: AT_PORTAL }, async (request, reply): Promise<FastifyReply> => {
    await auth.identify(request, true)
    return sendAnswer(reply, 204, null, { 'set-cookie': await auth.endPortalSession(request) })
  })

  /** Wrong passwords lock an account, but a passkey still works. This matters most for people whom others depend on. */
  async function needsPasskey({ userId, merchantId, roles }: PortalSession): Promise<boolean> {
    const isNeeded = merchantId === null || roles.includes('owner')
    if (server.edge.options.config.environment === 'test' || !isNeeded) return false
    const user = await findUser(userId)
    return user !== null && user.hasPassword && user.passkeys === 0
  }

  function toWireSession(
    session: PortalSession,
    merchant: string | null,
    state: TestState | null,
    newestEvent: string | null,
  ) {
    const { userId, name, email, roles, merchantId, authenticatedAtMs } = session
    const view = openView(session, realTime.now())
    const { environment } = server.edge.options.config
    return {
      user: { id: userId, name, email, roles },
      merchant: merchantId === null ? null : merchantOf(merchantId, merchant),
      environment,
      viewing:
        view === null ? null : { ...merchantOf(view.merchantId, merchant), until: toTimestamp(view.untilMs) },
      actions: PORTAL_ACTIONS.filter((action) => {
        const person = { ...session, isLooking: view !== null }
        return checkPermission(action, person, realTime.now(), environment) !== 'forbidden'
      }),
      test_state: state && {
        clock_ahead_seconds: Math.floor(state.clockOffsetMs / 1_000),
        has_webhook_faults: state.hasWebhookFaults,
        faults_until: state.faultsUntilMs === null ? null : toTimestamp(state.faultsUntilMs),
      },
      events_after: newestEvent ?? EVENT_STREAM_BEGINNING,
      authenticated_at: toTimestamp(authenticatedAtMs),
      ends_at: toTimestamp(endOfSession(session, realTime.now())),
    }
  }
}

function merchantOf(id: string, name: string | null) {
  return { id, name: name ?? id }
}
