import type { ErrorItem, SandboxFaultRequest } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { findSandbox } from './find-sandbox.ts'
import type { SandboxAccounts } from './provision-sandbox.ts'
import type { SandboxFault, SandboxFaults } from './sandbox-faults.ts'
import type { SandboxStore } from './sandbox.store.ts'
import { toSandboxFault } from './sandbox.wire.ts'

export interface SandboxFaultPorts {
  readonly sandboxes: Pick<SandboxStore, 'find'>
  readonly faults: SandboxFaults
  readonly accounts: SandboxAccounts
  /** The clock by which faults end. */
  readonly realTime: Clock
}

/** Long enough to observe a shop, and over before the next test run. */
const DEFAULT_SECONDS = 600

/** Serves faults of whole sandboxes, in the test environment only. @see docs/protocol/sandboxes.md#sandbox-faults */
export function registerSandboxFaults(
  server: HttpServer,
  { sandboxes, faults, accounts, realTime }: SandboxFaultPorts,
): void {
  const providerIds = listProviders(accounts)

  registerEndpoint(server, 'listSandboxFaults', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    const data = (await faults.list(merchantId)).map(toSandboxFault)
    return { status: 200, body: { data, provider_ids: providerIds } }
  })

  registerEndpoint(
    server,
    'setSandboxFault',
    async ({ params, body, caller }) => {
      const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
      const fault = readFault(body, providerIds, realTime.now())
      await faults.set(merchantId, fault)
      return { status: 200, body: toSandboxFault(fault) }
    },
    { refine: (body) => checkProviders(body, providerIds) },
  )

  registerEndpoint(server, 'clearSandboxFault', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    await faults.clear(merchantId, params.kind)
    return { status: 204 }
  })
}

/** The providers in the order in which a card payment calls them, then those of other methods. */
function listProviders({ routing, alternativeAccounts }: SandboxAccounts): readonly string[] {
  return [...new Set([...routing, ...alternativeAccounts.values()].map(({ providerId }) => providerId))]
}

function readFault(body: SandboxFaultRequest, all: readonly string[], nowMs: number): SandboxFault {
  return {
    kind: body.kind,
    latencyMs: body.kind === 'API_LATENCY' ? body.latency_ms : null,
    providerIds: body.kind === 'PROVIDER_OUTAGE' ? (body.provider_ids ?? all) : null,
    untilMs: nowMs + (body.duration_seconds ?? DEFAULT_SECONDS) * 1_000,
  }
}

function checkProviders(body: SandboxFaultRequest, all: readonly string[]): ErrorItem[] {
  const given = body.kind === 'PROVIDER_OUTAGE' ? (body.provider_ids ?? []) : []
  return given.flatMap((id, place) => {
    const property = `provider_ids.${place}`
    if (all.includes(id)) return []
    return [{ property, message: `must be one of ${all.join(', ')}`, params: [property, all.join(','), id] }]
  })
}
