import { callPortal, readPortalUrl } from '../admin-client/act-as-person.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { fetchPortal } from '../admin-client/fetch-portal.ts'
import { findLogin, deleteLogin } from '../admin-client/stored-logins.ts'
import { printLine, runToExitCode } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'

/** Ends the session of `login`, at the portal and on this machine. */
export const run: RunCommand = ({ options }) => runToExitCode(() => logout(options))

async function logout(options: CommandCall['options']): Promise<ExitCode> {
  const named = options['portal'] ?? process.env['SLUICE_PORTAL_URL']
  const login = findLogin(
    process.env,
    typeof named === 'string' && named !== '' ? readPortalUrl(named) : null,
    'end',
  )
  if (login === null) throw new CommandRefusal('There is no login on this machine.', EXIT.refused)
  const { portalUrl, token } = login
  const ended = await fetchPortal(callPortal(portalUrl, '/session', { method: 'DELETE', token })).catch(
    () => null,
  )
  deleteLogin(process.env, portalUrl)
  // 401: the session has already ended.
  const isEnded = ended !== null && (ended.ok || ended.status === 401)
  if (!isEnded)
    throw new CommandRefusal(
      `The login was removed from this machine, but the portal at ${portalUrl} did not end the session. It expires at ${login.expiresAt}.`,
      EXIT.unreached,
    )
  printLine(options['json'] === true ? JSON.stringify({ portal_url: portalUrl }) : portalUrl)
  return EXIT.done
}
