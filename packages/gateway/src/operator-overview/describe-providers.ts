import type { OverseenProvider } from '@sluice/portal-api'

import type { InvariantResult } from '../invariants/index.ts'
import type { OpenCalls } from '../transactions/index.ts'

/**
 * Describes each provider: the capabilities it lacks, and for each account how many calls wait for an outcome. The problems are null if no
 * provider was queried.
 */
export function describeProviders(
  configured: Iterable<string>,
  open: readonly OpenCalls[],
  { violations, skipped }: Pick<InvariantResult, 'violations' | 'skipped'>,
): readonly OverseenProvider[] {
  const ids = [...new Set([...configured, ...open.map(({ providerId }) => providerId)])]
  return ids.map((id) => ({
    id,
    problems: skipped === undefined ? problemsOf(id, violations) : null,
    accounts: describeAccounts(open.filter(({ providerId }) => providerId === id)),
  }))
}

function problemsOf(id: string, violations: readonly string[]): readonly string[] {
  const prefix = `${id}: `
  return violations
    .filter((problem) => problem.startsWith(prefix))
    .map((problem) => problem.slice(prefix.length))
}

function describeAccounts(open: readonly OpenCalls[]): OverseenProvider['accounts'] {
  const accounts = [...new Set(open.map(({ providerAccountId }) => providerAccountId))]
  return accounts.map((id) => {
    const calls = open.filter(({ providerAccountId }) => providerAccountId === id)
    const next = calls.flatMap(({ nextAtMs }) => nextAtMs ?? [])
    return {
      id,
      open: Object.fromEntries(calls.map(({ status, count }) => [status, count])),
      nextAtMs: next.length === 0 ? null : Math.min(...next),
    }
  })
}
