import type { ToolUser } from '@sluice/platform/http/caller'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { DEMO_SANDBOX } from './provision-sandbox.ts'
import type { SandboxRecord } from './sandbox.ts'
import type { SandboxStore } from './sandbox.store.ts'

/**
 * The sandbox that a path names. People at the portal have the one that their merchant is, and those that were made there.
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
 * The sandbox that `x-sandbox-id` names; without the header the one that the person's merchant is, of the operator `demo`.
 *
 * @throws {RequestRefusal} 404 as {@link findSandbox}, and for people of a merchant that is no sandbox.
 */
export async function findMeantSandbox(
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
