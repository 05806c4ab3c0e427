import {
  type AnyGatewayError,
  ConnectionError,
  isGatewayError,
  RequestTimeoutError,
} from '@sluice/server-sdk'
import type { Config } from '@sluice/gateway-core/config'

import { readPerson } from './act-as-person.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { CommandRefusal, EXIT, type ExitCode } from './exit-codes.ts'
import { fetchEnvironment, connectGateway, type ConnectedGateway } from './gateway.ts'
import { printLines, writeError } from '../terminal.ts'

/** The context of a command. */
export interface AdminClient extends ConnectedGateway {
  readonly environment: string
  /** Writes a line to the standard output, which contains only data. */
  readonly print: (line: string) => void
}

/** Writes a line to the standard output, which contains only data. */
export function printLine(line: string): void {
  printLines([line])
}

/** Connects to the gateway of the environment, runs a command, and reports errors on the standard error output. */
export function runWithClient(
  { dataDir }: Pick<Config, 'dataDir'>,
  work: (admin: AdminClient) => Promise<ExitCode>,
): Promise<number> {
  return runToExitCode(async () => {
    const credentials = readCredentials(process.env, dataDir)
    const environment = await findEnvironment(credentials)
    const gateway = connectGateway(credentials, process.env['SLUICE_OPERATOR_TOKEN'] ?? null)
    try {
      return await work({ ...gateway, environment, print: printLine })
    } catch (error) {
      const remedy = gateway.findRemedy()
      throw remedy === null ? error : new CommandRefusal(remedy, EXIT.refused)
    }
  })
}

async function findEnvironment({ kind, baseUrl, authUrl, clientSecret }: Credentials): Promise<string> {
  if (kind === 'client') return fetchEnvironment(baseUrl)
  return (await readPerson(authUrl, clientSecret)).environment
}

/** Runs a command, and reports errors on the standard error output. */
export async function runToExitCode(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    writeError(`${error.message}\n`)
    if (error instanceof CommandRefusal) return error.exitCode
    if (!isGatewayError(error)) return EXIT.unreached
    if (wasNeverSent(error)) return EXIT.misused
    const isUnreached = error instanceof ConnectionError || error instanceof RequestTimeoutError
    return error.outcomeUnknown || isUnreached ? EXIT.unreached : EXIT.refused
  }
}

/** Returns whether the client rejected the request before it was sent to the gateway. */
function wasNeverSent(error: AnyGatewayError): boolean {
  return (
    error.code === 'configuration_invalid' || (error.code === 'validation_failed' && error.foundBy === 'sdk')
  )
}

/**
 * Rejects a person's login, because no person charges cards or opens the portal for another.
 *
 * @throws {CommandRefusal}
 */
export function requireClient({ credentials }: AdminClient): void {
  if (credentials.kind === 'person')
    throw new CommandRefusal(
      'This command requires the credentials of a client; a login cannot make payments. Set SLUICE_CLIENT_ID and the other variables.',
      EXIT.refused,
    )
}

/** Rejects gateways outside the test environment, which have no test tools. @throws {CommandRefusal} */
export function requireTest({ environment }: AdminClient): void {
  if (environment !== 'test')
    throw new CommandRefusal(
      `The gateway's environment is ${environment}; this command only works in the test environment.`,
      EXIT.refused,
    )
}
