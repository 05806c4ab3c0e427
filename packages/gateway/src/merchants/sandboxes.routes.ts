import type { ErrorItem, SandboxRequest } from '@sluice/types'
import type { GrantableRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import type { Random } from '@sluice/platform/kernel/random'
import { registerEndpoint, RequestRefusal } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { describeSandbox, type DescribeSandboxPorts } from './describe-sandbox.ts'
import { findSandbox } from './find-sandbox.ts'
import { makeSandboxId } from './identifiers.ts'
import { fromRiskSettings } from '../risk/index.ts'
import type { MerchantStore } from './merchant.store.ts'
import { DEMO_SANDBOX, provisionSandbox, SANDBOX_ROLES, type SandboxAccounts } from './provision-sandbox.ts'
import type { SandboxStore } from './sandbox.store.ts'
import { toListedSandbox, toSandbox, toSandboxCredentials } from './sandbox.wire.ts'

export interface SandboxRoutePorts extends DescribeSandboxPorts {
  readonly merchants: MerchantStore
  readonly sandboxes: SandboxStore
  readonly random: Random
  /** The number of further providers after a decline. */
  readonly maxRetries: number
  readonly accounts: SandboxAccounts
  /** Returns null if the merchant has the maximum number of clients. */
  readonly addClient: (request: {
    readonly merchantId: string
    readonly name: string
    readonly roles: readonly GrantableRole[]
  }) => Promise<{ readonly clientId: string; readonly clientSecret: string } | null>
  /** Returns the merchant's oldest client. */
  readonly findClientOf: (merchantId: string) => Promise<string | null>
  /**
   * Subscribes to events, by default to all of them. Returns the signing secret; null if there are too many
   * subscriptions.
   */
  readonly subscribe: (
    merchantId: string,
    url: string,
    filters: readonly string[] | undefined,
  ) => Promise<string | null>
  /** Returns the problem with an origin. */
  readonly validateUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
  /** Returns the problem with an address for events. */
  readonly validateWebhookUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

/** Serves sandboxes, in the test environment only. @see docs/protocol/sandboxes.md#sandboxes */
export function registerSandboxes(server: HttpServer, ports: SandboxRoutePorts): void {
  registerEndpoint(
    server,
    'createSandbox',
    async ({ body, caller }) => {
      const sandboxId = makeSandboxId(ports.random)
      const merchantId = await provisionSandbox(ports.merchants, {
        ...ports,
        sandboxId,
        madeBy: caller?.merchantId ?? null,
        name: body.name ?? `Sandbox ${sandboxId}`,
        origins: body.origins ? [...new Set(body.origins)] : '*',
        ...(body.risk && { risk: fromRiskSettings(body.risk) }),
      })
      const made = await ports.addClient({
        merchantId,
        name: sandboxId,
        roles: body.roles ?? SANDBOX_ROLES,
      })
      if (made === null) throw clientsFull()
      const { clientId, clientSecret } = made
      const webhookSecret =
        body.webhook_url === undefined
          ? null
          : await ports.subscribe(merchantId, body.webhook_url, body.webhook_filters)
      const description = await describeSandbox(ports, { sandboxId, merchantId, clientId })
      return { status: 201, body: toSandboxCredentials(description, { clientSecret, webhookSecret }) }
    },
    { refine: (body) => validateSandbox(body, ports) },
  )

  registerEndpoint(server, 'listSandboxes', async ({ caller }) => {
    const listed = await ports.sandboxes.list(caller?.merchantId ?? null)
    return { status: 200, body: { data: listed.map(toListedSandbox) } }
  })

  registerEndpoint(server, 'getSandbox', async ({ params, caller }) => {
    const { sandboxId, merchantId } = await findSandbox(ports.sandboxes, caller, params.sandbox_id)
    const clientId = (await ports.findClientOf(merchantId)) ?? ''
    return { status: 200, body: toSandbox(await describeSandbox(ports, { sandboxId, merchantId, clientId })) }
  })

  registerEndpoint(server, 'deleteSandbox', async ({ params, caller }) => {
    const { sandboxId, merchantId } = await findSandbox(ports.sandboxes, caller, params.sandbox_id)
    if (sandboxId === DEMO_SANDBOX) throw demoStays()
    if (merchantId === caller?.merchantId) throw refuseOwnSandbox()
    if (!(await ports.sandboxes.remove(sandboxId))) throw notFoundRefusal()
    return { status: 204 }
  })

  registerEndpoint(server, 'createSandboxClient', async ({ params, body, caller }) => {
    const { sandboxId, merchantId } = await findSandbox(ports.sandboxes, caller, params.sandbox_id)
    const made = await ports.addClient({ merchantId, name: sandboxId, roles: body.roles })
    if (made === null) throw clientsFull()
    const { clientId, clientSecret } = made
    return { status: 201, body: { client_id: clientId, client_secret: clientSecret, roles: body.roles } }
  })
}

function validateSandbox(
  body: SandboxRequest,
  { validateUrl, validateWebhookUrl }: SandboxRoutePorts,
): ErrorItem[] {
  const hasFiltersAlone = body.webhook_filters !== undefined && body.webhook_url === undefined
  return [
    ...(hasFiltersAlone
      ? [{ property: 'webhook_url', message: 'is required', params: ['webhook_url'] }]
      : validateWebhookUrl('webhook_url', body.webhook_url)),
    ...(body.origins ?? []).flatMap((origin, place) => validateUrl(`origins.${place}`, origin)),
  ]
}

function clientsFull(): RequestRefusal {
  const message = `the merchant has ${MERCHANT_CAPS.clients} clients, the maximum: revoke one that is no longer used`
  return validationRefusal([{ property: 'sandbox_id', message, params: ['sandbox_id'] }])
}

/** Its credentials are in the data directory and in the ready line, and it is the default sandbox of clock calls. */
function demoStays(): RequestRefusal {
  return new RequestRefusal(409, {
    error: 'Conflict',
    message: `The sandbox ${DEMO_SANDBOX} belongs to the gateway and cannot be removed; create your own.`,
  })
}

/** A person who removes the merchant of the own session would lose the session, too. */
function refuseOwnSandbox(): RequestRefusal {
  return new RequestRefusal(409, {
    error: 'Conflict',
    message: 'You are signed in to this sandbox; reset it, or remove it from where it was created.',
  })
}
