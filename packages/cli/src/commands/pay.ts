import type { PaymentLink } from '@sluice/types'
import { CURRENCY_CODES, type Currency } from '@sluice/types/vocabulary'

import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import { openInBrowser } from '../open-in-browser.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { readAmount, readNumber, readText } from './read-options.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

/** The default values of a link. */
const DEFAULTS = { amount: 1850, currency: 'EUR', description: 'Test payment' } as const

/** The default text of a link that verifies cards. */
const VERIFICATION = 'Card verification'

/** Larger numbers are for the gateway to refuse, which names its limits. */
const DIGITS_MAX = 15

/** Creates a payment link, prints its address and opens it. */
export const run: RunCommand = ({ config, options }) =>
  runWithClient(config, async (admin) => {
    const link = await createLink(admin, options)
    admin.print(options['json'] === true ? JSON.stringify(link) : link.url)
    if (options['open'] === true && !(await openInBrowser(link.url, process.env)))
      writeError('No browser could be opened on this machine: open the address above in any browser.\n')
    return EXIT.done
  })

function createLink({ client, credentials }: AdminClient, options: Options): Promise<PaymentLink> {
  const terminalId = readText(options, 'terminal') ?? credentials.terminalId
  if (terminalId === null)
    throw new CommandRefusal('No terminal given. Set --terminal or SLUICE_TERMINAL_ID.', EXIT.misused)
  const isVerification = options['verify'] === true
  const amount = readAmount(options)
  if (isVerification && amount !== undefined)
    throw new CommandRefusal('--verify charges nothing: omit --amount.', EXIT.misused)
  const maxCount = readNumber(options, 'installments', DIGITS_MAX)
  return client.paymentLinks.create({
    terminal_id: terminalId,
    amount: isVerification ? 0 : (amount ?? DEFAULTS.amount),
    currency: readCurrency(options),
    transaction_type: isVerification ? 'VERIFY' : 'PURCHASE',
    description: readText(options, 'description') ?? (isVerification ? VERIFICATION : DEFAULTS.description),
    max_uses: readNumber(options, 'uses', DIGITS_MAX) ?? 1,
    ...(maxCount !== undefined && { options: { installments: { max_count: maxCount } } }),
  })
}

function readCurrency(options: Options): Currency {
  const given = readText(options, 'currency') ?? DEFAULTS.currency
  const known = CURRENCY_CODES.find((code) => code === given)
  if (known !== undefined) return known
  const fix = CURRENCY_CODES.some((code) => code === given.toUpperCase())
    ? ` Write ${given.toUpperCase()}.`
    : ''
  throw new CommandRefusal(`--currency ${given} is not a supported currency.${fix}`, EXIT.misused)
}
