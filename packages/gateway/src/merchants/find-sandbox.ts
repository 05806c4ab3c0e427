import type { ToolUser } from '@sluice/platform/http/caller'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { DEMO_SANDBOX } from './provision-sandbox.ts'
import type { SandboxRecord } from './sandbox.ts'
import type { SandboxStore } from './sandbox.store.ts'

/**
 * Returns the sandbox in a path. People at the portal have access to the sandbox of their merchant, and to those that
 * it created.
 *
 * @throws {RequestRefusal} 404 for every other.
 */
export async function findSandbox(
  sandboxes: Pick<SandboxStore, 'find'>,
  user: ToolUser,
  sandboxId: string,
): Promise<SandboxRecord> {
  const sandbox = await sandboxes.find(sandboxId)
  const isOpen =
    user === null || sandbox?.merchantId === user.merchantId || sandbox?.madeBy === user.merchantId
  if (sandbox === null || !isOpen) throw notFoundRefusal()
  return sandbox
}

/**
 * Returns the sandbox in `x-sandbox-id`. Without the header, it is that of the person's merchant, or `demo` for the
 * operator.
 *
 * @throws {RequestRefusal} 404 as {@link findSandbox}, and for people of a merchant that is not a sandbox.
 */
export async function findRequestedSandbox(
  sandboxes: Pick<SandboxStore, 'find' | 'findOf'>,
  user: ToolUser,
  headers: Readonly<Record<string, unknown>>,
): Promise<SandboxRecord> {
  const named = headers['x-sandbox-id']
  if (typeof named === 'string') return findSandbox(sandboxes, user, named)
  if (user === null) return findSandbox(sandboxes, user, DEMO_SANDBOX)
  const own = await sandboxes.findOf(user.merchantId)
  if (own === null) throw notFoundRefusal()
  return own
}
