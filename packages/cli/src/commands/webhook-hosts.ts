import { randomUUID } from 'node:crypto'

import { callPortal } from '../admin-client/act-as-person.ts'
import { describeAnswer } from '../admin-client/describe-answer.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import type { AdminClient } from '../admin-client/run-with-client.ts'

/** The portal's setting of the hosts to which programs may send events. */
interface HostSettings {
  readonly version: number
  readonly settings: { readonly webhook_hosts?: readonly string[] }
}

/** The word for an empty list, because a shell easily loses an empty argument. */
const NONE = 'none'

/** Prints the registered hosts of the merchant of the person who signed in. */
export async function listHosts(admin: AdminClient, isJson: boolean): Promise<ExitCode> {
  return printHosts(admin, await request(admin, '/settings'), isJson)
}

/** Replaces the registered hosts. @param given - hosts with commas between, or `none`. */
export async function replaceHosts(admin: AdminClient, given: string, isJson: boolean): Promise<ExitCode> {
  const { version } = await request(admin, '/settings')
  const hosts = given === NONE ? [] : given.split(',').map((host) => host.trim())
  const changed = await request(admin, '/settings/webhook-hosts', { version, webhook_hosts: hosts })
  return printHosts(admin, changed, isJson)
}

/**
 * Calls the portal for the person who signed in.
 *
 * @throws {CommandRefusal} without a login, and when the portal refuses the request.
 */
async function request(
  { credentials, sendAsPerson }: AdminClient,
  path: string,
  body?: object,
): Promise<HostSettings> {
  if (sendAsPerson === null)
    throw new CommandRefusal(
      'Webhook hosts require a login: run sluice-gateway login, and set SLUICE_PORTAL_URL to the portal.',
      EXIT.refused,
    )
  const { authUrl: portalUrl, clientSecret: token } = credentials
  const method = body === undefined ? 'GET' : 'POST'
  const response = await sendAsPerson(
    callPortal(portalUrl, path, { method, token, body, ...(body && { key: randomUUID() }) }),
  )
  const text = await response.text()
  if (!response.ok)
    throw new CommandRefusal(describeAnswer('The portal', { status: response.status, text }), EXIT.refused)
  return JSON.parse(text) as HostSettings
}

function printHosts({ print }: AdminClient, { settings }: HostSettings, isJson: boolean): ExitCode {
  const { webhook_hosts: hosts = [] } = settings
  if (isJson) print(JSON.stringify(hosts))
  else for (const host of hosts) print(host)
  return EXIT.done
}
