import { randomUUID } from 'node:crypto'
import type { TimelineEntry, Transaction, TransactionQuery } from '@sluice/types'
import { fromMinorUnits, isCurrency, TRANSACTION_STATUSES } from '@sluice/types/vocabulary'

import { explainPayment } from '../admin-client/actions/explain-payment.ts'
import { findPayment } from '../admin-client/actions/find-payment.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { describePayment } from './describe-payment.ts'
import { readAmount, readLimit, readText } from './read-options.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

type Action = (admin: AdminClient, options: Options, id: string) => Promise<ExitCode>

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  show,
  refund: (admin, options, id) => followUp('refund', admin, options, id),
  capture: (admin, options, id) => followUp('capture', admin, options, id),
  void: (admin, options, id) => followUp('void', admin, options, id),
  increment: (admin, options, id) => followUp('increment', admin, options, id),
  extend: (admin, options, id) => followUp('extend', admin, options, id),
}

/** Lists payments, shows their timeline, and executes operations on them. */
export const run: RunCommand = ({ config, action, operand, options }) => {
  const act = ACTIONS[action ?? '']
  if (act === undefined) throw new Error(`payments has no action ${action}`)
  return runWithClient(config, (admin) => act(admin, options, operand ?? ''))
}

/** The default length of the list, which a person can read at once. */
const LIST_MAX = 20

async function list({ client, print }: AdminClient, options: Options): Promise<ExitCode> {
  const max = readLimit(options) ?? LIST_MAX
  const found: Transaction[] = []
  for await (const transaction of client.transactions.list(readQuery(options))) {
    if (found.length === max) break
    found.push(transaction)
    if (options['ndjson'] === true) print(JSON.stringify(transaction))
  }
  if (options['ndjson'] === true) return EXIT.done
  if (options['json'] === true) print(JSON.stringify(found))
  else if (found.length === 0) writeError('No payments found.\n')
  else for (const transaction of found) print(describePayment(transaction))
  return EXIT.done
}

function readQuery(options: Options): TransactionQuery {
  const status = readText(options, 'status')
  const known = TRANSACTION_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw new CommandRefusal(`--status must be one of ${TRANSACTION_STATUSES.join(', ')}.`, EXIT.misused)
  return {
    status: known,
    reference: readText(options, 'reference'),
    email: readText(options, 'email'),
    last4: readText(options, 'last4'),
    amount: readAmount(options),
    from: readText(options, 'from'),
    to: readText(options, 'to'),
  }
}

async function show(admin: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const { transaction, timeline } = await explainPayment(admin, id)
  const { print } = admin
  if (options['json'] === true) print(JSON.stringify({ transaction, timeline: timeline.data }))
  else {
    print(describePayment(transaction))
    for (const line of describeHold(transaction)) print(line)
    for (const entry of timeline.data) print(describeEntry(entry))
  }
  return EXIT.done
}

async function followUp(
  kind: 'refund' | 'capture' | 'void' | 'increment' | 'extend',
  admin: AdminClient,
  options: Options,
  id: string,
): Promise<ExitCode> {
  const { client, environment, print } = admin
  if (environment !== 'test' && options['yes'] !== true)
    throw new CommandRefusal(
      `The gateway's environment is ${environment}: ${kind} moves money. Add --yes to confirm.`,
      EXIT.misused,
    )
  const original = await findPayment(admin, id)
  const amount = readAmount(options)
  if (kind === 'increment' && amount === undefined)
    throw new CommandRefusal('increment requires --amount: the added amount in minor units.', EXIT.misused)
  const open = original.transaction_type === 'AUTHORIZE' ? original.data?.operations?.open_amount : undefined
  // Without an amount, the whole open amount is captured or refunded.
  if (kind !== 'refund' && amount === undefined && open === 0)
    throw new CommandRefusal(`This payment has nothing left to ${kind}.`, EXIT.refused)
  const idempotencyKey = readText(options, 'idempotency-key') ?? randomUUID()
  // With this key, the same command can be repeated if the answer is lost.
  writeError(`--idempotency-key ${idempotencyKey}\n`)
  const key = { idempotencyKey }
  const done =
    kind === 'increment'
      ? await client.transactions.increment(original, { amount: amount ?? 0 }, key)
      : await client.transactions[kind](original, amount === undefined ? {} : { amount }, key)
  print(options['json'] === true ? JSON.stringify(done) : describePayment(done))
  return done.status === 'APPROVED' || done.status === 'PENDING' ? EXIT.done : EXIT.refused
}

/** Returns the amount that an authorization holds, and its expiry, both of which increments and extensions change. */
function describeHold({ data, currency }: Transaction): readonly string[] {
  const {
    authorized_amount: authorized = 0,
    open_amount: open = 0,
    capture_before: until,
  } = data?.operations ?? {}
  if (until === undefined) return []
  const say = (amount: number) => (isCurrency(currency) ? fromMinorUnits(amount, currency) : String(amount))
  return [`authorized ${say(authorized)} ${currency}, open ${say(open)} ${currency}, capture before ${until}`]
}

function describeEntry({ at, kind, title, detail }: TimelineEntry): string {
  const advice = 'what_to_do' in detail && detail.what_to_do !== null ? `. ${detail.what_to_do}` : ''
  return `${at}  ${kind.padEnd('DELIVERY_ATTEMPT'.length)}  ${title}${advice}`
}
