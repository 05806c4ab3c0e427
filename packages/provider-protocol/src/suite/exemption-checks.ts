import { type Bench, type Check, expectApproved, expectThat } from './check.ts'
import { authorizationOf } from './messages.ts'

const REQUESTED = 'TRANSACTION_RISK_ANALYSIS'

/** Authorizes the approved card, and returns the exemption that the outcome reports; null for none. */
async function appliedTo(bench: Bench, members: Readonly<Record<string, unknown>>): Promise<unknown> {
  const key = bench.newKey()
  const message = authorizationOf(bench, key, { authentication: null, ...members })
  const outcome = expectApproved(await bench.ask.post('/authorizations', message), key)
  const { exemption_applied: applied = null } = (outcome['authentication'] ?? {}) as {
    readonly exemption_applied?: unknown
  }
  return applied
}

const ALL: readonly Check[] = [
  {
    name: 'exemptions: applies none that was not requested',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const applied = await appliedTo(bench, {})
      expectThat(applied === null, 'no exemption_applied', { exemption_applied: applied })
    },
  },
  {
    name: 'exemptions: applies the requested one or none',
    clause: 'provider-protocol/authorizations.md#outcome',
    async run(bench) {
      const applied = await appliedTo(bench, { exemption: REQUESTED })
      expectThat(applied === null || applied === REQUESTED, `${REQUESTED} or null`, {
        exemption_applied: applied,
      })
    },
  },
]

export const EXEMPTION_CHECKS: readonly Check[] = ALL.map((check) => ({
  ...check,
  applies: ({ servesCards }) => servesCards,
}))
