import { validateRequest, webhookReplayRequest } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'

import { useWebhooks, type WebhookTools } from '../composition/operator-tools.ts'
import { fromReplayRequest, validateReplay, type SubscriptionRecord, whyDisabled } from '../webhooks/index.ts'
import type { CommandCall, RunCommand } from './command.ts'

const FAILED = 1
const MISUSED = 2

type Options = CommandCall['options']

/** What came of an action: lines for people, a value for programs. */
interface Outcome {
  readonly value: unknown
  readonly text: string
}

/** What the operator typed cannot be done. */
class Refusal extends Error {
  readonly exitCode: typeof FAILED | typeof MISUSED

  constructor(message: string, exitCode: typeof FAILED | typeof MISUSED) {
    super(message)
    this.exitCode = exitCode
  }
}

type Action = (tools: WebhookTools, options: Options) => Promise<Outcome>

const ACTIONS: Readonly<Record<string, Action>> = { list, replay, enable }

/** Looks after the webhooks of one merchant. */
export const run: RunCommand = async ({ config, action, options }) => {
  const act = ACTIONS[action ?? '']
  try {
    const merchant = readText(options, 'merchant')
    if (!act || merchant === undefined) throw new Refusal('Name the merchant with --merchant.', MISUSED)
    const { value, text } = await useWebhooks(config, merchant, (tools) => act(tools, options))
    process.stdout.write(options['json'] === true ? `${JSON.stringify(value)}\n` : text)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
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
