import {
  useProviderAccounts,
  whyNotPausable,
} from '@sluice/gateway-core/operator-tools/use-provider-accounts'

import type { RunCommand } from './command.ts'
import { type Outcome, Refusal, printOutcome } from './operator-outcome.ts'
import { readAccount, readReason } from './provider-account.ts'

type Accounts = Parameters<Parameters<typeof useProviderAccounts>[1]>[0]
type Account = Awaited<ReturnType<Accounts['list']>>[number]

/** Lists provider accounts, pauses them and resumes them. */
export const run: RunCommand = async ({ config, action, operand, options }) =>
  printOutcome(options, async () => {
    if (action === 'list') return useProviderAccounts(config, list)
    const account = readAccount(operand ?? '')
    const reason = readReason(options)
    const refusal = action === 'pause' ? whyNotPausable(account) : null
    if (refusal !== null) throw new Refusal(refusal)
    return useProviderAccounts(config, async (accounts) => {
      const changed = await accounts[action === 'pause' ? 'pause' : 'resume'](account, reason)
      if (changed === null) throw new Refusal(`There is no provider account ${operand}.`)
      return { value: toValue(changed), lines: [describe(changed)] }
    })
  })

async function list(accounts: Accounts): Promise<Outcome> {
  const found = await accounts.list()
  const lines = found.length === 0 ? ['No provider accounts.'] : found.map(describe)
  return { value: found.map(toValue), lines }
}

function toValue({ providerId, accountId, state, openSinceMs, pausedAtMs, pauseReason }: Account) {
  return {
    payment_provider_id: providerId,
    payment_provider_account_id: accountId,
    state,
    open_since: toTime(openSinceMs),
    paused_at: toTime(pausedAtMs),
    pause_reason: pauseReason,
  }
}

function describe(account: Account): string {
  const { providerId, accountId, state, openSinceMs, pausedAtMs, pauseReason } = account
  const since = toTime(state === 'PAUSED' ? pausedAtMs : openSinceMs)
  const name = accountId === '' ? providerId : `${providerId}/${accountId}`
  const why = state === 'PAUSED' && pauseReason !== null ? `  ${pauseReason}` : ''
  return `${name}  ${state}${since === null ? '' : `  since ${since}`}${why}`
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}
