/**
 * Tests the permission table over HTTP, role by role, at a gateway in production, which refuses permissions of the
 * test environment.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Endpoint, ENDPOINTS } from '@sluice/types'
import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { send } from '@sluice/platform/http/testing/send'
import { PORTAL_ACTIONS, type PortalAction, rolesFor } from '@sluice/portal-api/portal-rights'

import { type AppWithPortal, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { OWN_PAGE } from './at-portal.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'
import { openPortalSession } from './portal-session.ts'

const PORTAL = 'https://portal.example.com'

/** The headers that a proxy in front of the gateway adds. */
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

const MERCHANT = merchantIdOf('shop')

/** The paths of the portal that are not endpoints of the API. */
const PATHS: Partial<Record<PortalAction, string>> = {
  findDevice: 'GET /portal/devices/BCDF-GHJK',
  approveDevice: 'POST /portal/devices/BCDF-GHJK/approve',
  denyDevice: 'POST /portal/devices/BCDF-GHJK/deny',
  listSessions: 'GET /portal/sessions',
  endSession: 'DELETE /portal/sessions/x',
  endOtherSessions: 'DELETE /portal/sessions',
  listUserSessions: 'GET /portal/users/x/sessions',
  endUserSessions: 'DELETE /portal/users/x/sessions',
  exportTransactions: 'GET /portal/exports/transactions.json',
  countTransactions: 'GET /portal/transaction-counts',
  listFailedRequests: 'GET /portal/failed-requests',
  listUsers: 'GET /portal/users',
  inviteUser: 'POST /portal/users',
  changeUserRoles: 'POST /portal/users/x/roles',
  removeUser: 'DELETE /portal/users/x',
  resetUserSignIn: 'POST /portal/users/x/reset',
  confirmUserLink: 'POST /portal/users/x/confirm',
  cancelUserLink: 'POST /portal/users/x/cancel',
  searchUserTrail: 'GET /portal/users/trail',
  listNotices: 'GET /portal/notices',
  acknowledgeNotices: 'POST /portal/notices/acknowledge',
  getSettings: 'GET /portal/settings',
  exportSettings: 'GET /portal/settings/export',
  previewLook: 'POST /portal/settings/preview',
  changeLook: 'POST /portal/settings/look',
  changeWebhookHosts: 'POST /portal/settings/webhook-hosts',
  changeRisk: 'POST /portal/settings/risk',
  changeTerminal: 'POST /portal/settings/terminals/x',
  changeClientKey: 'POST /portal/settings/client-keys/x',
  deleteClientKey: 'POST /portal/settings/client-keys/x/delete',
  createClientKey: 'POST /portal/settings/client-keys',
  createSubscription: 'POST /portal/subscriptions',
  changeSubscription: 'POST /portal/subscriptions/x',
  disableSubscription: 'POST /portal/subscriptions/x/disable',
  removeSubscription: 'DELETE /portal/subscriptions/x',
  listClients: 'GET /portal/clients',
  createClient: 'POST /portal/clients',
  rotateClientSecret: 'POST /portal/clients/x/rotate',
  endOldClientSecret: 'POST /portal/clients/x/end-old-secret',
  revokeClient: 'POST /portal/clients/x/revoke',
  listMerchants: 'GET /portal/operator/merchants',
  getMerchant: 'GET /portal/operator/merchants/shop',
  inviteOwner: `POST /portal/operator/merchants/${MERCHANT}/owners`,
  addMerchant: 'POST /portal/operator/merchants',
  checkGoLive: `GET /portal/operator/merchants/${MERCHANT}/go-live`,
  approveGoLive: `POST /portal/operator/merchants/${MERCHANT}/go-live`,
  viewMerchant: `POST /portal/operator/merchants/${MERCHANT}/view`,
  listUndecided: 'GET /portal/operator/decisions',
  decideUndecided: 'POST /portal/operator/decisions',
  askUndecided: 'POST /portal/operator/questions',
  examineService: 'GET /portal/operator/service',
  overseeAccounts: 'GET /portal/operator/provider-accounts',
  pauseAccount: 'POST /portal/operator/provider-accounts/pause',
  resumeAccount: 'POST /portal/operator/provider-accounts/resume',
  overseeEvents: 'GET /portal/operator/provider-events',
  retryEvent: 'POST /portal/operator/provider-events/retry',
  searchAuditTrail: 'GET /portal/operator/audit',
  exportAuditTrail: 'GET /portal/operator/exports/audit.json',
}

function requestOf(action: PortalAction): readonly [method: string, path: string] {
  const own = PATHS[action]
  if (own !== undefined) return own.split(' ') as [string, string]
  const endpoints: Readonly<Record<string, Endpoint | undefined>> = ENDPOINTS
  const endpoint = endpoints[action]
  if (endpoint === undefined) throw new Error(`${action} is no endpoint of the API: add a row to PATHS.`)
  const { method, path } = endpoint
  return [method, `/portal${path.replaceAll(/\{\w+\}/g, 'x')}`]
}

/** The go-live steps of a test installation, which production does not have: it accepts what was approved there. */
const OF_TEST_INSTALLATIONS: readonly PortalAction[] = ['checkGoLive', 'approveGoLive']

const isServed = (action: PortalAction) =>
  rolesFor(action, 'production').length > 0 && !OF_TEST_INSTALLATIONS.includes(action)

const folder = mkdtempSync(join(tmpdir(), 'sluice-production-rights-'))
let app: AppWithPortal
let port: number
const cookies = new Map<PortalRole, string>()

beforeAll(async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const reading = readConfig(
    {},
    {
      SLUICE_ENVIRONMENT: 'production',
      SLUICE_PORT: '0',
      SLUICE_BASE_URL: 'https://pay.example.com',
      SLUICE_PORTAL_URL: PORTAL,
      SLUICE_TRUSTED_PROXIES: '127.0.0.1',
      SLUICE_DATA_DIR: folder,
      SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
      SLUICE_CONFIG_FILE: write('sluice.json', JSON.stringify({ merchants: [{ id: 'shop', name: 'Shop' }] })),
    },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  app = await buildApp(reading.config, {
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
    logDestination: { write: () => undefined },
  })
  await app.listen()
  port = (app.server.server.address() as AddressInfo).port
  for (const role of PORTAL_ROLES)
    cookies.set(role, await openPortalSession({ app }, role === 'operator' ? null : MERCHANT, [role]))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

let keys = 0

async function ask(action: PortalAction, cookie: string) {
  const [method, path] = requestOf(action)
  const hasBody = method === 'POST' || method === 'PATCH'
  const { status, text } = await send(port, {
    method,
    path,
    headers: {
      host: new URL(PORTAL).host,
      ...PROXIED,
      ...OWN_PAGE,
      cookie,
      'idempotency-key': `key-${(keys += 1)}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: '{}' } : {}),
  })
  return { status, text }
}

const WITHOUT_STREAM = PORTAL_ACTIONS.filter((action) => action !== 'streamEvents')
const CELLS = WITHOUT_STREAM.flatMap((action) => PORTAL_ROLES.map((role) => [action, role] as const))

it.each(CELLS)('%s by %s', async (action, role) => {
  const { status, text } = await ask(action, cookies.get(role) ?? '')
  if (!isServed(action)) expect([403, 404], text).toContain(status)
  else if (rolesFor(action, 'production').includes(role)) expect([401, 403], text).not.toContain(status)
  else expect(status, text).toBe(403)
})

it('the settings contain the default rules of production if a merchant has none', async () => {
  const { text } = await ask('getSettings', cookies.get('owner') ?? '')
  const { settings, standard_rules: rules } = JSON.parse(text) as {
    readonly settings: object
    readonly standard_rules: readonly object[]
  }
  expect(settings).not.toHaveProperty('risk')
  expect(rules).toMatchObject([
    {
      id: 'card-guesses',
      subject: 'CARD',
      counts: 'REFUSALS',
      codes: ['2002', '2020'],
      most: 5,
      within_minutes: 1440,
      effect: 'BLOCK',
    },
    {
      id: 'address-refused-cards',
      subject: 'ADDRESS',
      counts: 'REFUSED_CARDS',
      most: 20,
      within_minutes: 60,
    },
  ])
})

it.each(WITHOUT_STREAM.filter(isServed))('%s is rejected without a sign-in', async (action) => {
  expect((await ask(action, '')).status).toBe(401)
})
