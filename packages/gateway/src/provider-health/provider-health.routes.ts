import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { OverseenAccounts } from './oversee-accounts.ts'
import { toWireAccount } from './provider-health.wire.ts'

/**
 * Serves the list of provider accounts and whether they answer, and pauses and resumes them.
 *
 * @see docs/protocol/resolution.md#provider-health
 */
export function registerProviderAccounts(server: HttpServer, accounts: OverseenAccounts): void {
  registerEndpoint(server, 'listProviderAccounts', async () => {
    return { status: 200 as const, body: { data: (await accounts.list()).map(toWireAccount) } }
  })

  registerEndpoint(server, 'pauseProviderAccount', async ({ body }) => {
    return toAnswer(await accounts.pause(toAccount(body), body.reason))
  })

  registerEndpoint(server, 'resumeProviderAccount', async ({ body }) => {
    return toAnswer(await accounts.resume(toAccount(body), body.reason))
  })
}

function toAccount(body: {
  readonly payment_provider_id: string
  readonly payment_provider_account_id: string
}) {
  return { providerId: body.payment_provider_id, accountId: body.payment_provider_account_id }
}

function toAnswer(account: Awaited<ReturnType<OverseenAccounts['pause']>>) {
  if (account === null) throw notFoundRefusal()
  return { status: 200 as const, body: toWireAccount(account) }
}
