import { type ClientRecord, type ClientRefusal, OVERLAP_MAX_MS } from '@sluice/identity'
import { listClients } from '@sluice/gateway-core/operator-tools/list-clients'
import { type ClientTools, useClients } from '@sluice/gateway-core/operator-tools/use-clients'

import type { CommandCall, RunCommand } from './command.ts'
import { MISUSED, type Outcome, Refusal, printOutcome } from './operator-outcome.ts'

/** The result, with the changed client. */
interface ClientOutcome extends Outcome {
  readonly subject: string | null
}

const HOUR_MS = 3_600_000

/** By default the old secret is valid for a day, so that the shop can deploy the new one. */
const OVERLAP_HOURS = 24

const MESSAGES: Readonly<Partial<Record<ClientRefusal, string>>> = {
  overlap_not_valid: `--old-secret-hours must be 0 to ${OVERLAP_MAX_MS / HOUR_MS}.`,
  client_unknown: 'The merchant has no such client.',
  client_inactive: 'The client is revoked. Create another one.',
  client_without_secret: 'The client authenticates with a key and has no secret.',
  two_secrets: 'The previous secret is still valid. Wait until it expires.',
}

/** Manages the secrets of a merchant's programs, including those that may pay out. */
export const run: RunCommand = async ({ config, action, operand, options }) =>
  printOutcome(options, async () => {
    const { merchant } = options
    if (typeof merchant !== 'string') throw new Refusal('Set --merchant to the merchant.', MISUSED)
    if (action === 'list') return describeClients(await listClients(config, merchant))
    return useClients(config, merchant, (tools) => rotate(tools, operand ?? '', options))
  })

function describeClients(clients: readonly ClientRecord[]): Outcome {
  const lines = clients.map(({ clientId, status, roles }) => `${clientId}  ${status}  ${roles.join(',')}`)
  const value = clients.map(({ clientId, status, roles }) => ({ client_id: clientId, status, roles }))
  return { value, lines: clients.length === 0 ? ['No clients.'] : lines }
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
    lines: [
      clientSecret,
      `The new secret of ${clientId}, shown once. The previous one is valid until ${until}.`,
    ],
    subject: clientId,
  }
}
