import { registerEndpoint, RequestRefusal } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { findSandbox } from './find-sandbox.ts'
import type { SandboxSnapshots, SnapshotRefusal } from './sandbox-snapshots.ts'
import type { SandboxStore } from './sandbox.store.ts'
import { toSandboxSnapshot } from './sandbox.wire.ts'

export interface SandboxSnapshotPorts {
  readonly sandboxes: Pick<SandboxStore, 'find'>
  readonly snapshots: SandboxSnapshots
}

/** Serves emptying sandboxes and their snapshots, in the test environment only. @see docs/protocol/sandboxes.md#snapshots */
export function registerSandboxSnapshots(
  server: HttpServer,
  { sandboxes, snapshots }: SandboxSnapshotPorts,
): void {
  registerEndpoint(server, 'resetSandbox', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    const refusal = await snapshots.reset(merchantId)
    if (refusal !== null) throw refuse(refusal)
    return { status: 204 }
  })

  registerEndpoint(server, 'listSandboxSnapshots', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    return { status: 200, body: { data: (await snapshots.list(merchantId)).map(toSandboxSnapshot) } }
  })

  registerEndpoint(server, 'takeSandboxSnapshot', async ({ params, body, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    const taken = await snapshots.take(merchantId, body.name)
    if (typeof taken === 'string') throw refuse(taken)
    return { status: 201, body: toSandboxSnapshot(taken) }
  })

  registerEndpoint(server, 'restoreSandboxSnapshot', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    const restored = await snapshots.restore(merchantId, params.name)
    if (typeof restored === 'string') throw refuse(restored)
    return { status: 200, body: toSandboxSnapshot(restored) }
  })

  registerEndpoint(server, 'deleteSandboxSnapshot', async ({ params, caller }) => {
    const { merchantId } = await findSandbox(sandboxes, caller, params.sandbox_id)
    if (!(await snapshots.remove(merchantId, params.name))) throw notFoundRefusal()
    return { status: 204 }
  })
}

const MESSAGES: Readonly<Record<Exclude<SnapshotRefusal, 'UNKNOWN'>, string>> = {
  BUSY: 'A payment of the sandbox is in progress; repeat the request when it has ended.',
  CHALLENGED:
    'A payment of the sandbox is waiting for its shopper and holds a card, which snapshots cannot contain; finish it, or move the clock by 1801 seconds.',
  TOO_LARGE: 'The sandbox has more than 50000 records; reset it, or use a smaller one for snapshots.',
  TOO_MANY: 'The sandbox has 20 snapshots; delete one.',
  CUSTOMER_ERASED:
    'A customer of the snapshot was erased, and the data of the snapshot too; take a new snapshot with this name.',
  OTHER_SCHEMA: 'The snapshot was taken by a version of the gateway with other tables.',
  KEYS_GONE: 'Saved cards of the snapshot were encrypted under a key that has since been destroyed.',
}

function refuse(refusal: SnapshotRefusal): RequestRefusal {
  if (refusal === 'UNKNOWN') return notFoundRefusal()
  return new RequestRefusal(409, { error: 'Conflict', message: MESSAGES[refusal] })
}
