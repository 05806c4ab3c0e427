import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

import { readPerson, readPortalUrl } from '../admin-client/act-as-person.ts'
import { type ShownCode, signInDevice } from '../admin-client/actions/sign-in-device.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { storeLogin } from '../admin-client/stored-logins.ts'
import { printLine, runToExitCode } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { writeError } from '../terminal.ts'

/** Signs a person in at a portal, and stores the session for the other commands. */
export const run: RunCommand = ({ options }) => runToExitCode(() => login(options))

async function login(options: CommandCall['options']): Promise<ExitCode> {
  const portalUrl = choosePortal(options)
  const { token, expiresInSeconds } = await signInDevice({
    portalUrl,
    name: `sluice-gateway on ${hostname()}`.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100),
    show: showCode,
    wait,
  })
  const person = await readPerson(portalUrl, token)
  const expiresAt = new Date(Date.now() + expiresInSeconds * 1_000).toISOString()
  const file = storeLogin(process.env, { portalUrl, token, expiresAt })
  const { user, merchant, environment } = person
  const value = { portal_url: portalUrl, user, merchant, environment, expires_at: expiresAt, file }
  const at = merchant === null ? 'the service' : merchant.name
  const line = `${user.email ?? user.name}  ${user.roles.join(',')} of ${at}  ${environment}  until ${expiresAt}`
  printLine(options['json'] === true ? JSON.stringify(value) : line)
  return EXIT.done
}

/**
 * Returns the portal that the command or the environment names.
 *
 * @throws {CommandRefusal} when neither does, or the address is none.
 */
export function choosePortal({ portal }: CommandCall['options']): string {
  const given = typeof portal === 'string' ? portal : process.env['SLUICE_PORTAL_URL']
  if (given) return readPortalUrl(given)
  throw new CommandRefusal(
    'Set --portal or SLUICE_PORTAL_URL to the address of the portal, which a gateway prints when it starts.',
    EXIT.misused,
  )
}

/** The standard output is reserved for the result of the sign-in. */
function showCode({ url, code, expiresInSeconds }: ShownCode): void {
  writeError(
    `Open this address in any browser, sign in, and approve if the code is the same:\n\n  ${url}\n\n  ${code}\n\nThe code is good for ${expiresInSeconds / 60} minutes.\n`,
  )
}
