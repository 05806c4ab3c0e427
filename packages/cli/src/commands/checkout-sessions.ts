import { ConflictError, NotFoundError } from '@sluice/server-sdk'
import type { SessionChange, SessionState } from '@sluice/types'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { CommandRefusal, EXIT } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { readAmount, readText } from './read-options.ts'

type Options = CommandCall['options']

type Action = (client: AdminClient['client'], options: Options, id: string) => Promise<SessionState>

const ACTIONS: Readonly<Record<string, Action>> = {
  show: (client, _options, id) => client.sessions.get(id),
  change: (client, options, id) => client.sessions.update(id, readChange(options)),
  cancel: (client, _options, id) => client.sessions.cancel(id),
}

/** Shows a checkout session, changes its amount, and cancels it. */
export const run: RunCommand = ({ config, action, operand, options }) => {
  const act = ACTIONS[action ?? '']
  if (act === undefined) throw new Error(`checkout-sessions has no action ${action}`)
  return runWithClient(config, async ({ client, print }) => {
    const session = await act(client, options, operand ?? '').catch((error: unknown) => {
      throw explain(error)
    })
    print(options['json'] === true ? JSON.stringify(session) : describe(session))
    return EXIT.done
  })
}

function readChange(options: Options): Pick<SessionChange, 'description'> & { readonly amount?: number } {
  const amount = readAmount(options)
  const description = readText(options, 'description')
  if (amount === undefined && description === undefined)
    throw new CommandRefusal('Nothing to change: set --amount, --description or both.', EXIT.misused)
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
  }
}

/** The id is omitted, because anyone who has it can pay, and errors end up in logs. */
function explain(error: unknown): unknown {
  if (error instanceof NotFoundError)
    return new CommandRefusal(
      'This merchant has no checkout session with that id. Use the id that your shop received when it created the session.',
      EXIT.refused,
    )
  // Without a status, another request with the same key is still running.
  if (!(error instanceof ConflictError) || error.sessionStatus === undefined) return error
  return new CommandRefusal(`Not done: ${explainStatus(error.sessionStatus)}`, EXIT.refused)
}

function explainStatus(status: string): string {
  if (status === 'CREATED')
    return 'a declined payment of the session is waiting for a correction (CREATED). Cancel the session instead.'
  if (status === 'PENDING')
    return 'a payment of the session is in progress (PENDING). See checkout-sessions show, then try again.'
  return `the session has ended (${status}). Create a new one with a new reference.`
}

function describe(session: SessionState): string {
  const { id, status, amount, currency, reference, description, revision, transaction_id: payment } = session
  const shown = isCurrency(currency) ? fromMinorUnits(amount, currency) : String(amount)
  const parts = [id, status, `${shown} ${currency}`, reference, description, `revision ${revision}`, payment]
  return parts.filter(Boolean).join('  ')
}
