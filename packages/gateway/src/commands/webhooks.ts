import { validateRequest, webhookReplayRequest } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'

import { useWebhooks, type WebhookTools } from '../composition/operator-tools.ts'
import { fromReplayRequest, validateReplay, type SubscriptionRecord, whyDisabled } from '../webhooks/index.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { FAILED, MISUSED, type Outcome, Refusal, tellOutcome } from './operator-outcome.ts'

type Options = CommandCall['options']

type Action = (tools: WebhookTools, options: Options) => Promise<Outcome>

const ACTIONS: Readonly<Record<string, Action>> = { list, replay, enable }

/** Looks after the webhooks of one merchant. */
export const run: RunCommand = async ({ config, action, options }) => {
  const act = ACTIONS[action ?? '']
  return tellOutcome(options, () => {
    const merchant = readText(options, 'merchant')
    if (!act || merchant === undefined) throw new Refusal('Name the merchant with --merchant.', MISUSED)
    return useWebhooks(config, merchant, (tools) => act(tools, options))
  })
}

async function list({ merchantId, subscriptionRecords }: WebhookTools): Promise<Outcome> {
  const found = await subscriptionRecords.list(merchantId)
  const value = found.map(({ id, url, filters, status, disabledReason, failingSinceMs }) => ({
    id,
    url,
    filters,
    status,
    disabled_reason: disabledReason,
    failing_since: failingSinceMs === null ? null : toTime(failingSinceMs),
  }))
  const text = found.length === 0 ? 'No subscriptions.\n' : found.map(describeSubscription).join('')
  return { value, text }
}

async function replay(tools: WebhookTools, options: Options): Promise<Outcome> {
  const asked = validateRequest(webhookReplayRequest, {
    delivery_ids: readText(options, 'deliveries')?.split(','),
    from: readText(options, 'from'),
    to: readText(options, 'to'),
    failed: options['failed'],
    subscription_id: readText(options, 'subscription'),
  })
  if (!asked.ok) {
    const problems = asked.errors.map(({ property, message }) => `${property}: ${message}`)
    throw new Refusal(problems.join('\n'), MISUSED)
  }
  const selection = fromReplayRequest(asked.value)
  const problem = await validateReplay(tools.merchantId, selection, tools)
  if (problem?.kind === 'unknown') throw new Refusal('There is no such delivery or subscription.', FAILED)
  if (problem) throw new Refusal(describeDisabled(problem.subscription), FAILED)
  const { replayed, hasMore } = await tools.deliveryLog.replay(tools.merchantId, selection, {
    limit: LIMITS.WEBHOOK_REPLAY_MAX_DELIVERIES,
    actor: 'operator',
  })
  // Those of a time are the same ones again; those that were given up are not given up any more.
  const rest = selection.kind === 'range' ? 'replay shorter times' : 'replay again'
  const more = hasMore ? ` There are more: ${rest}.` : ''
  return {
    value: { replayed, has_more: hasMore },
    text: `Deliveries to be sent again: ${replayed}.${more}\n`,
  }
}

async function enable({ merchantId, ...tools }: WebhookTools, options: Options): Promise<Outcome> {
  const id = readText(options, 'subscription')
  if (id === undefined) throw new Refusal('Name the subscription with --subscription.', MISUSED)
  if (!(await tools.subscriptions.enable(merchantId, id, 'operator')))
    throw new Refusal(`There is no subscription ${id}.`, FAILED)
  return { value: { id, status: 'ACTIVE' }, text: `${id} is enabled. Replay what it missed.\n` }
}

function describeSubscription(subscription: SubscriptionRecord): string {
  const { id, url, status, filters, failingSinceMs } = subscription
  const failing = failingSinceMs === null ? '' : `  failing since ${toTime(failingSinceMs)}\n`
  const reason = status === 'DISABLED' ? `  ${describeDisabled(subscription)}\n` : ''
  return `${id}  ${status}  ${url}\n  ${filters.join(', ')}\n${reason}${failing}`
}

function describeDisabled({ id, disabledReason }: SubscriptionRecord): string {
  return `The subscription ${id} is disabled: ${whyDisabled(disabledReason)}. webhooks enable --subscription ${id} enables it.`
}

function readText(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

function toTime(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
