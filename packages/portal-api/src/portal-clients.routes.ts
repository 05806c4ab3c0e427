import type { GrantableRole } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { serveChanges } from './changes.routes.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { ClientProblem, FindManager, PortalClient, PortalClients } from './portal-clients.ts'
import { readMembers, textOf } from './read-members.ts'
import { requirePortalManaged } from './require-portal-managed.ts'

const PATH = '/portal/clients'
const ONE = `${PATH}/:id`

const HOUR_MS = 3_600_000

/** By default the old secret is valid for a day, so that the shop can deploy the new one. */
const OVERLAP_HOURS = 24

/** The problems of a request, by member. */
const PROBLEMS: Readonly<Partial<Record<ClientProblem, readonly [string, string]>>> = {
  name_not_valid: ['name', 'must be 1 to 40 lower-case letters, digits and hyphens'],
  roles_not_valid: ['roles', 'must be roles that the portal can assign'],
  clients_full: [
    'name',
    `the merchant has ${MERCHANT_CAPS.clients} clients, the maximum: revoke one that is no longer used`,
  ],
  overlap_not_valid: ['old_secret_hours', 'must be between 0 and 168'],
}

/** The reason why a client is not changed. */
const CONFLICTS: Readonly<Partial<Record<ClientProblem, string>>> = {
  client_inactive: 'The client is revoked. Create another one.',
  client_without_secret: 'The client signs with a key and has no secret.',
  operators_client:
    'The client has a role that only the operator of the gateway grants, so only the operator can rotate its secret.',
  two_secrets: 'The previous secret is still accepted. End it first.',
}

/** Serves the credentials of a merchant's programs. @see docs/protocol/portal.md#portal-credentials */
export function registerPortalClients(
  server: HttpServer,
  {
    clients,
    auth,
    findManager,
  }: { readonly clients: PortalClients; readonly auth: PortalAuth; readonly findManager: FindManager },
): void {
  const onChange = serveChanges(server, auth)

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('listClients', request)
    const [manager, list] = await Promise.all([findManager(merchantId), clients.list(merchantId)])
    return sendAnswer(reply, 200, {
      managed_by: manager,
      data: list.map((client) => toWireClient(client, clients)),
    })
  })

  onChange('POST', PATH, 'createClient', async ({ request, merchantId }) => {
    await requirePortalManaged(findManager, merchantId)
    const { name, roles } = readMembers(request, ['name', 'roles'])
    const requested = { merchantId, name: textOf(name), roles: readRoles(roles) }
    const made = await clients.create(requested)
    if (!made.ok) throw refusalOf(made.refusal)
    const { clientId, clientSecret } = made.value
    const done = {
      action: 'client.create',
      subject: clientId,
      detail: { roles: requested.roles.join(',') },
    } as const
    return { status: 201, body: { client_id: clientId, client_secret: clientSecret }, done }
  })

  onChange('POST', `${ONE}/rotate`, 'rotateClientSecret', async ({ request, merchantId, id: clientId }) => {
    await requirePortalManaged(findManager, merchantId)
    const { old_secret_hours: hours = OVERLAP_HOURS } = readMembers(request, ['old_secret_hours'])
    const overlapMs = typeof hours === 'number' ? Math.round(hours * HOUR_MS) : NaN
    const rotated = await clients.rotate({ merchantId, clientId }, overlapMs)
    if (!rotated.ok) throw refusalOf(rotated.refusal)
    const { clientSecret, oldSecretUntilMs } = rotated.value
    const until = toTimestamp(oldSecretUntilMs)
    const body = { client_id: clientId, client_secret: clientSecret, old_secret_until: until }
    const done = { action: 'client.rotate', subject: clientId, detail: { old_secret_until: until } } as const
    return { status: 200, body, done }
  })

  onChange('POST', `${ONE}/end-old-secret`, 'endOldClientSecret', async ({ merchantId, id: clientId }) => {
    await requirePortalManaged(findManager, merchantId)
    const ended = await clients.endOldSecret({ merchantId, clientId })
    if (!ended.ok) throw refusalOf(ended.refusal)
    const done = { action: 'client.end-old-secret', subject: clientId, detail: {} } as const
    return { status: 204, body: null, done }
  })

  onChange('POST', `${ONE}/revoke`, 'revokeClient', async ({ merchantId, id: clientId }) => {
    await requirePortalManaged(findManager, merchantId)
    const revoked = await clients.revoke({ merchantId, clientId })
    if (!revoked.ok) throw refusalOf(revoked.refusal)
    const done = { action: 'client.revoke', subject: clientId, detail: {} } as const
    return { status: 204, body: null, done }
  })
}

function toWireClient(client: PortalClient, { listOperatorsRoles }: PortalClients) {
  const { clientId, status, roles, createdAtMs, secondSecretHash = null, publicKeys = [] } = client
  const untilMs = client.secondSecretUntilMs ?? null
  return {
    client_id: clientId,
    status,
    roles,
    operators_roles: listOperatorsRoles(roles),
    created_at: toTimestamp(createdAtMs),
    has_two_secrets: secondSecretHash !== null,
    old_secret_until: untilMs === null ? null : toTimestamp(untilMs),
    public_keys: publicKeys.length,
  }
}

function refusalOf(problem: ClientProblem): RequestRefusal {
  const wrong = PROBLEMS[problem]
  if (wrong) return validationRefusal([{ property: wrong[0], message: wrong[1], params: [wrong[0]] }])
  const message = CONFLICTS[problem]
  return message === undefined ? notFoundRefusal() : new RequestRefusal(409, { error: 'Conflict', message })
}

/** None for a value that is not a list of texts, which is refused like an empty list. */
function readRoles(value: unknown): readonly GrantableRole[] {
  const isTexts = Array.isArray(value) && value.every((role) => typeof role === 'string')
  return isTexts ? (value as readonly GrantableRole[]) : []
}
