import { ConflictError } from '@sluice/server-sdk'
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryQuery,
  WebhookSubscription,
} from '@sluice/types'
import { WEBHOOK_DELIVERY_STATUSES } from '@sluice/types/vocabulary'
import { whyDisabled } from '@sluice/gateway-core/webhooks'

import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { readLimit, readText } from './read-options.ts'
import { listHosts, replaceHosts } from './webhook-hosts.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

type Action = (admin: AdminClient, options: Options, id: string) => Promise<ExitCode>

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  deliveries,
  show,
  replay,
  enable,
  rotate,
  hosts: (admin, options) => listHosts(admin, isJson(options)),
  'set-hosts': (admin, options, hosts) => replaceHosts(admin, hosts, isJson(options)),
}

/** Manages the webhooks of a merchant, at a running gateway. */
export const run: RunCommand = ({ config, action, operand, options }) => {
  const act = ACTIONS[action ?? '']
  if (act === undefined) throw new Error(`webhooks has no action ${action}`)
  return runWithClient(config, (admin) => act(admin, options, operand ?? ''))
}

async function list({ client, print }: AdminClient, options: Options): Promise<ExitCode> {
  const { subscriptions } = await client.webhooks.listSubscriptions()
  return printAll(print, options, subscriptions, describeSubscription)
}

/** The default length of the list, which a person can read at once. */
const LIST_MAX = 20

async function deliveries({ client, print }: AdminClient, options: Options): Promise<ExitCode> {
  const max = readLimit(options) ?? LIST_MAX
  const found: WebhookDelivery[] = []
  let cursor: string | undefined
  while (found.length < max) {
    const limit = Math.min(100, max - found.length)
    const page = await client.webhooks.listDeliveries({ ...readQuery(options), limit, cursor })
    found.push(...page.deliveries)
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  return printAll(print, options, found, describeDelivery)
}

function readQuery(options: Options): WebhookDeliveryQuery {
  const status = readText(options, 'status')
  const known = WEBHOOK_DELIVERY_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw new CommandRefusal(`--status must be one of ${WEBHOOK_DELIVERY_STATUSES.join(', ')}.`, EXIT.misused)
  return {
    status: known,
    subscription_id: readText(options, 'subscription'),
    transaction_id: readText(options, 'payment'),
    from: readText(options, 'from'),
    to: readText(options, 'to'),
  }
}

async function show({ client, print }: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const delivery = await client.webhooks.getDelivery(id)
  for (const line of isJson(options) ? [JSON.stringify(delivery)] : describeDetail(delivery)) print(line)
  return EXIT.done
}

async function replay({ client, print }: AdminClient, options: Options): Promise<ExitCode> {
  const given = readText(options, 'deliveries')
  const request = {
    delivery_ids: given?.split(','),
    from: readText(options, 'from'),
    to: readText(options, 'to'),
    failed: options['failed'] === true ? (true as const) : undefined,
    subscription_id: readText(options, 'subscription'),
  }
  if (!request.delivery_ids && !request.from && !request.failed)
    throw new CommandRefusal(
      'Nothing selected: set --deliveries, --from and --to, or --failed.',
      EXIT.misused,
    )
  const { replayed, has_more: hasMore } = await client.webhooks
    .replay(request)
    .catch(async (error: unknown) => {
      if (!(error instanceof ConflictError)) throw error
      const { subscriptions } = await client.webhooks.listSubscriptions()
      throw new CommandRefusal(
        subscriptions.filter(isDisabled).map(describeDisabled).join('\n'),
        EXIT.refused,
      )
    })
  // A replay of a time range keeps the ids, and also revives abandoned deliveries.
  const rest = request.failed === true || request.from === undefined ? 'replay again' : 'replay shorter times'
  print(
    isJson(options)
      ? JSON.stringify({ replayed, has_more: hasMore })
      : `Deliveries that will be sent again: ${replayed}.${hasMore ? ` There are more: ${rest}.` : ''}`,
  )
  return EXIT.done
}

async function enable({ client, print }: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const subscription = await client.webhooks.enable(id)
  print(isJson(options) ? JSON.stringify(subscription) : `${id} is enabled. Replay what it missed.`)
  return EXIT.done
}

async function rotate({ client, print }: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const rotation = await client.webhooks.rotateSecret(id)
  const { secret, previous_secret_valid_until: until } = rotation
  print(isJson(options) ? JSON.stringify(rotation) : `${secret}  the previous secret is valid until ${until}`)
  return EXIT.done
}

function printAll<Item>(
  print: AdminClient['print'],
  options: Options,
  items: readonly Item[],
  say: (item: Item) => string,
): ExitCode {
  if (options['ndjson'] === true) for (const item of items) print(JSON.stringify(item))
  else if (isJson(options)) print(JSON.stringify(items))
  else if (items.length === 0) writeError('None found.\n')
  else for (const item of items) print(say(item))
  return EXIT.done
}

function describeSubscription(subscription: WebhookSubscription): string {
  const { id, url, status, filters, failing_since: failing, disabled_reason: reason } = subscription
  const why = status === 'DISABLED' ? `  ${whyDisabled(reason)}` : ''
  const since = failing === null ? '' : `  failing since ${failing}`
  return `${id}  ${status}  ${url}  ${filters.join(',')}${why}${since}`
}

/** Returns whether nothing is sent to a subscription that still exists. */
const isDisabled = ({ status, disabled_reason: reason }: WebhookSubscription) =>
  status === 'DISABLED' && reason !== 'REMOVED'

function describeDisabled({ id, disabled_reason: reason }: WebhookSubscription): string {
  const fix = reason === 'OPERATOR' ? 'Change the file' : `webhooks enable ${id} enables it`
  return `The subscription ${id} is disabled: ${whyDisabled(reason)}. ${fix}.`
}

function describeDelivery({
  id,
  status,
  event,
  attempt_count,
  last_status,
  created_at,
}: WebhookDelivery): string {
  const answer = last_status === null ? '' : `  answered ${last_status}`
  return `${id}  ${status}  ${event}  ${created_at}  attempts ${attempt_count}${answer}`
}

function describeDetail(delivery: WebhookDeliveryDetail): readonly string[] {
  const attempts = delivery.attempts.map(
    ({ number, started_at: at, status, error, duration_ms: duration }) =>
      `${at}  attempt ${number}  ${status === null ? 'no answer' : `answered ${status}`} in ${duration} ms${error === null ? '' : `  ${error}`}`,
  )
  return [describeDelivery(delivery), ...attempts]
}

function isJson(options: Options): boolean {
  return options['json'] === true
}
