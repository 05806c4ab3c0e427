import { type ClientRefusal, OVERLAP_MAX_MS } from '@sluice/identity'
import { type ClientTools, useClients } from '@sluice/gateway-core/operator-tools/use-clients'

import type { CommandCall, RunCommand } from './command.ts'
import { MISUSED, type Outcome, Refusal, tellOutcome } from './operator-outcome.ts'

/** The result, with the changed client. */
interface ClientOutcome extends Outcome {
  readonly subject: string | null
}

const HOUR_MS = 3_600_000

/** One day, within which shops are released. */
const OVERLAP_HOURS = 24

const MESSAGES: Readonly<Partial<Record<ClientRefusal, string>>> = {
  overlap_not_valid: `The old secret counts for 0 to ${OVERLAP_MAX_MS / HOUR_MS} hours more.`,
  client_unknown: 'The merchant has no such client.',
  client_inactive: 'The client was revoked. Make another one.',
  client_without_secret: 'The client signs with a key and has no secret.',
  two_secrets: 'The secret before the present one is still accepted. Wait for its end.',
}

const ACTIONS: Readonly<
  Record<
    string,
    (tools: ClientTools, clientId: string, options: CommandCall['options']) => Promise<ClientOutcome>
  >
> = { list, rotate }

/** Manages the secrets of a merchant's programs, including those that may pay out. */
export const run: RunCommand = async ({ config, action, operand, options }) =>
  tellOutcome(options, () => {
    const { merchant } = options
    const act = ACTIONS[action ?? '']
    if (typeof merchant !== 'string' || act === undefined)
      throw new Refusal('Name the merchant with --merchant.', MISUSED)
    return useClients(config, merchant, (tools) => act(tools, operand ?? '', options))
  })

async function list({ clients, merchantId }: ClientTools): Promise<ClientOutcome> {
  const found = await clients.list(merchantId)
  const lines = found.map(({ clientId, status, roles }) => `${clientId}  ${status}  ${roles.join(',')}`)
  const value = found.map(({ clientId, status, roles }) => ({ client_id: clientId, status, roles }))
  return { value, lines: found.length === 0 ? ['No clients.'] : lines, subject: null }
}

/** Returns NaN for anything but a number. An unset variable would otherwise revoke the old secret at once. */
function readHours(text: string): number {
  return /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN
}

async function rotate(
  { clients, merchantId, isPortalManaged }: ClientTools,
  clientId: string,
  { 'old-secret-hours': given }: CommandCall['options'],
): Promise<ClientOutcome> {
  if (!isPortalManaged)
    throw new Refusal(
      "The configuration file manages the secrets of this merchant's clients. Change them there.",
    )
  const hours = typeof given === 'string' ? readHours(given) : OVERLAP_HOURS
  const rotated = await clients.rotateAsOperator({ merchantId, clientId }, Math.round(hours * HOUR_MS))
  if (!rotated.ok) throw new Refusal(MESSAGES[rotated.refusal] ?? rotated.refusal)
  const { clientSecret, oldSecretUntilMs } = rotated.value
  const until = new Date(oldSecretUntilMs).toISOString()
  return {
    value: { client_id: clientId, client_secret: clientSecret, old_secret_until: until },
    lines: [clientSecret, `The new secret of ${clientId}, shown once. The old one counts until ${until}.`],
    subject: clientId,
  }
}
