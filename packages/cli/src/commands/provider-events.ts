import type { ProviderEvent, ProviderEventList } from '@sluice/types'
import { UNAPPLIED_EVENT_STATES, type UnappliedEventState } from '@sluice/types/vocabulary'
import {
  toWireEvent,
  toWireEvents,
  useProviderEvents,
} from '@sluice/gateway-core/operator-tools/use-provider-events'

import type { CommandCall, RunCommand } from './command.ts'
import { MISUSED, type Outcome, Refusal, printOutcome } from './operator-outcome.ts'
import { readAccount, readReason } from './provider-account.ts'

/** Lists the events of providers that were not applied, and retries broken ones. */
export const run: RunCommand = (call) =>
  printOutcome(call.options, () => (call.action === 'list' ? list(call) : retry(call)))

async function list({ config, options }: CommandCall): Promise<Outcome> {
  const state = readState(options['state'])
  const events = await useProviderEvents(config, async (overseen) =>
    toWireEvents(await overseen.count(), await overseen.list(state)),
  )
  return { value: events, lines: describeList(state, events) }
}

async function retry({ config, operand, options }: CommandCall): Promise<Outcome> {
  const { account } = options
  if (typeof account !== 'string') throw new Refusal('Set --account to <provider>/<account>.', MISUSED)
  const event = { ...readAccount(account), id: operand ?? '' }
  const reason = readReason(options)
  const retried = await useProviderEvents(config, (overseen) => overseen.retry(event, reason))
  if (retried === null)
    throw new Refusal(`No broken event ${event.id} for ${account} (its content is deleted after 30 days)`)
  const value = toWireEvent(retried)
  return { value, lines: [`${describe(value)}  queued for retry`] }
}

function readState(given: string | boolean | undefined): UnappliedEventState {
  const known = UNAPPLIED_EVENT_STATES.find((state) => state === (given ?? 'BROKEN'))
  if (known === undefined)
    throw new Refusal(`--state must be one of ${UNAPPLIED_EVENT_STATES.join(', ')}.`, MISUSED)
  return known
}

/** Returns the events, after a line for each provider and state with events. */
function describeList(state: UnappliedEventState, { counts, data }: ProviderEventList): readonly string[] {
  const numbers = counts.map((one) => `${one.payment_provider_id}  ${one.state}: ${one.count}`)
  const events = data.length === 0 ? [`No events are ${state}.`] : data.map(describe)
  return [...numbers, ...events]
}

function describe(event: ProviderEvent): string {
  const { event_id: id, kind, state, failures, received_at: received, transaction_id: payment } = event
  const parts = [
    `${event.payment_provider_id}/${event.payment_provider_account_id}`,
    id,
    state,
    kind,
    `received ${received}`,
    payment && `payment ${payment}`,
    failures > 0 && `failed ${failures} times`,
    !event.has_payload && 'its content is erased',
  ]
  return parts.filter(Boolean).join('  ')
}
