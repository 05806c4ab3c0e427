import { EVENT_STREAM_BEGINNING } from '@sluice/types/vocabulary'
import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'

import type { AuthenticatedPerson } from './portal-login.ts'
import { checkPermission, PORTAL_ACTIONS } from './portal-rights.ts'
import { endOfSession, openView, type PortalSession } from './portal-session.ts'
import type { PortalNotice } from './portal-users.ts'
import { toWireNotice } from './portal-users.wire.ts'

export interface SessionDescriptionPorts {
  readonly environment: 'test' | 'production'
  readonly realTime: Clock
  /** Returns the merchant's name. */
  readonly nameOfMerchant: (merchantId: string) => Promise<string | null>
  /** The names of payment methods that the operator configured, by type; without those that are generally known. */
  readonly nameMethods: (merchantId: string) => Promise<Readonly<Record<string, string>>>
  /** Returns the state of the test tools; null for a merchant that is not a sandbox. */
  readonly readTestState: (merchantId: string) => Promise<TestState | null>
  /** The id of the merchant's newest event; null if there is none yet. */
  readonly findNewestEvent: (merchantId: string) => Promise<string | null>
  /** The notices that the person has not acknowledged. */
  readonly listNotices: (userId: string) => Promise<readonly PortalNotice[]>
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

/** The members of a session that its description reads. */
export type DescribedSession = AuthenticatedPerson & Pick<PortalSession, 'createdAtMs' | 'device' | 'view'>

/** Returns everything that the portal needs before it can open a page, as one answer. */
export type DescribeSession = (session: DescribedSession) => Promise<object>

/** @see docs/protocol/portal-sign-in.md#portal-sessions */
export function createDescribeSession(ports: SessionDescriptionPorts): DescribeSession {
  const { environment, realTime } = ports

  /** Describes the merchant. Operators have one only while they impersonate it. */
  async function describeMerchant(merchantId: string) {
    const [name, state, newest, methodNames] = await Promise.all([
      ports.nameOfMerchant(merchantId),
      ports.readTestState(merchantId),
      ports.findNewestEvent(merchantId),
      ports.nameMethods(merchantId),
    ])
    return {
      merchant: { id: merchantId, name: name ?? merchantId },
      test_state: state && {
        clock_ahead_seconds: Math.floor(state.clockOffsetMs / 1_000),
        has_webhook_faults: state.hasWebhookFaults,
        faults_until: state.faultsUntilMs === null ? null : toTimestamp(state.faultsUntilMs),
      },
      events_after: newest ?? EVENT_STREAM_BEGINNING,
      method_names: methodNames,
    }
  }

  /** Wrong passwords lock an account, but a passkey still works. This matters most for people whom others depend on. */
  async function needsPasskey({ userId, merchantId, roles }: DescribedSession): Promise<boolean> {
    const isNeeded = merchantId === null || roles.includes('owner')
    if (environment === 'test' || !isNeeded) return false
    const user = await ports.findUser(userId)
    return user !== null && user.hasPassword && user.passkeys === 0
  }

  return async (session) => {
    const { userId, name, email, roles, merchantId, authenticatedAtMs } = session
    const nowMs = realTime.now()
    const view = openView(session, nowMs)
    const person = { ...session, isLooking: view !== null }
    const actions = PORTAL_ACTIONS.filter(
      (action) => checkPermission(action, person, nowMs, environment) !== 'forbidden',
    )
    const shownId = merchantId ?? view?.merchantId ?? null
    const [{ merchant, ...shown }, needsOne, notices] = await Promise.all([
      shownId === null ? NO_MERCHANT : describeMerchant(shownId),
      needsPasskey(session),
      actions.includes('listNotices') ? ports.listNotices(userId) : [],
    ])
    return {
      user: { id: userId, name, email, roles },
      merchant: merchantId === null ? null : merchant,
      environment,
      viewing: view === null || merchant === null ? null : { ...merchant, until: toTimestamp(view.untilMs) },
      actions,
      ...shown,
      notices: notices.map(toWireNotice),
      needs_passkey: needsOne,
      authenticated_at: toTimestamp(authenticatedAtMs),
      ends_at: toTimestamp(endOfSession(session, nowMs)),
    }
  }
}

const NO_MERCHANT = {
  merchant: null,
  test_state: null,
  events_after: EVENT_STREAM_BEGINNING,
  method_names: {},
}
