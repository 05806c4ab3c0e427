import { NotFoundError } from '@sluice/server-sdk'
import type { Customer, CustomerChange } from '@sluice/types'

import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { CUSTOMER_OPTIONS } from './customer-options.ts'
import { readLimit, readText } from './read-options.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

type Action = (admin: AdminClient, options: Options, id: string) => Promise<ExitCode>

const ACTIONS: Readonly<Record<string, Action>> = { list, show, change }

/** The default length of the list, which a person can read at once. */
const LIST_MAX = 20

/** Finds customers, and changes their data. */
export const run: RunCommand = ({ config, action, operand, options }) => {
  const act = ACTIONS[action ?? '']
  if (act === undefined) throw new Error(`customers has no action ${action}`)
  return runWithClient(config, (admin) =>
    explainUnknown(operand ?? '', () => act(admin, options, operand ?? '')),
  )
}

async function list({ client, print }: AdminClient, options: Options): Promise<ExitCode> {
  const max = readLimit(options) ?? LIST_MAX
  const found: Customer[] = []
  for await (const customer of client.customers.list({ email: readText(options, 'email') })) {
    if (found.length === max) break
    found.push(customer)
  }
  if (options['json'] === true) print(JSON.stringify(found))
  else if (found.length === 0) writeError('No customers found.\n')
  else for (const customer of found) print(describe(customer))
  return EXIT.done
}

async function show({ client, print }: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const customer = await client.customers.get(id)
  print(options['json'] === true ? JSON.stringify(customer) : describe(customer))
  return EXIT.done
}

async function change({ client, print }: AdminClient, options: Options, id: string): Promise<ExitCode> {
  const customer = await client.customers.update(id, readChange(options))
  print(options['json'] === true ? JSON.stringify(customer) : describe(customer))
  return EXIT.done
}

/**
 * An empty text clears a member. The gateway validates which members can be cleared, and the values of types and
 * countries.
 */
function readChange(options: Options): CustomerChange {
  const email = readText(options, 'email')
  const members: Record<string, string | null> = email === undefined ? {} : { email }
  const address: Record<string, string | null> = {}
  for (const { option, member, isOfAddress } of CUSTOMER_OPTIONS) {
    const text = readText(options, option)
    if (text !== undefined) (isOfAddress ? address : members)[member] = text === '' ? null : text
  }
  const hasAddress = Object.keys(address).length > 0
  if (!hasAddress && Object.keys(members).length === 0)
    throw new CommandRefusal(
      `Nothing to change: set ${['email', ...CUSTOMER_OPTIONS.map(({ option }) => option)].map((name) => `--${name}`).join(', ')}.`,
      EXIT.misused,
    )
  return { ...members, ...(hasAddress ? { address } : {}) }
}

async function explainUnknown(id: string, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    throw new CommandRefusal(
      `This merchant has no customer ${id}. To find a customer, use customers list --email.`,
      EXIT.refused,
    )
  }
}

function describe(customer: Customer): string {
  const { id, email, first_name: first, last_name: last, phone, type, description } = customer
  const { address, postal_code: postalCode, city, region, country } = customer
  const parts = [
    [first, last].filter(Boolean).join(' '),
    phone,
    [address, postalCode, city, region, country].filter(Boolean).join(', '),
    type === 'COMPANY' ? type : '',
    description,
  ]
  return [id, email, ...parts.filter(Boolean)].join('  ')
}
