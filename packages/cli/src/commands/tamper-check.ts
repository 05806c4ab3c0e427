import { readFileSync } from 'node:fs'

import { Secret } from '@sluice/platform/kernel/secret'
import type { Config } from '@sluice/gateway-core/config'
import { ConfigurationFileError } from '@sluice/gateway-core/configuration-file'
import { describeCheck, type PageFinding, overallVerdict } from '@sluice/gateway-core/page-integrity'
import { checkPublicPages } from '@sluice/gateway-core/installation-checks/check-public-pages'
import { openPaymentPage, PageRefusedError } from '@sluice/gateway-core/installation-checks/open-payment-page'

import type { CommandCall, RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

/** The documented exit codes distinguish a difference from an operator's mistake. */
const EXIT = { same: 0, differs: 1, misused: 2, 'not reached': 3 } as const

/** Compares the pages of a running service with those of this build. */
export const run: RunCommand = async ({ config, options }) => {
  const { baseUrl } = config.http
  if (baseUrl === null) throw new TypeError('the command line sets the address of the service')
  const clientKeys = textOf(options['client-key'])?.split(',') ?? []
  if (config.environment === 'production' && clientKeys.length > 0) {
    return misused(
      '--client-key is for the test environment: in production the configuration file has the keys.',
    )
  }
  const own = { ...config, http: { ...config.http, baseUrl } }
  try {
    const { pageUrl, unreached } = await findPage(own, options)
    const checked = await checkPublicPages(own, { clientKeys, pageUrl })
    const findings = [...checked.findings, ...unreached]
    const notes = unreached.length > 0 ? [] : checked.notes
    writeOutput(
      options['json'] === true
        ? `${JSON.stringify({ verdict: overallVerdict(findings), findings, notes })}\n`
        : describeCheck(findings, notes),
    )
    return EXIT[overallVerdict(findings)]
  } catch (error) {
    if (error instanceof ConfigurationFileError || error instanceof PageRefusedError)
      return misused(error.message)
    throw error
  }
}

function misused(problem: string): number {
  writeError(`${problem}\n`)
  return EXIT.misused
}

interface FoundPage {
  /** The address of an open payment page; null for none. */
  readonly pageUrl: string | null
  readonly unreached: readonly PageFinding[]
}

/** @throws When the options do not fit together, or the service refuses. {@link PageRefusedError} */
async function findPage(
  { http }: { readonly http: Config['http'] & { readonly baseUrl: string } },
  options: CommandCall['options'],
): Promise<FoundPage> {
  const page = textOf(options['page'])
  if (page !== undefined) {
    if (URL.parse(page)?.origin === http.baseUrl) return { pageUrl: page, unreached: [] }
    throw new PageRefusedError(`--page must be an address at ${http.baseUrl}.`)
  }
  const [clientId, secretFile, terminalId] = ['client', 'secret-file', 'terminal'].map((name) =>
    textOf(options[name]),
  )
  if (clientId === undefined && secretFile === undefined && terminalId === undefined)
    return { pageUrl: null, unreached: [] }
  if (clientId === undefined || secretFile === undefined || terminalId === undefined)
    throw new PageRefusedError('Use --client, --secret-file and --terminal together.')
  const returnUrl = textOf(options['return-url']) ?? http.baseUrl
  const opener = { clientId, secret: readSecret(secretFile), terminalId, returnUrl }
  try {
    return { pageUrl: await openPaymentPage(http, opener), unreached: [] }
  } catch (error) {
    if (error instanceof PageRefusedError) throw error
    const differences = [(error as Error).message]
    return {
      pageUrl: null,
      unreached: [{ url: `${http.baseUrl}/hpp/payment/…`, verdict: 'not reached', differences }],
    }
  }
}

function readSecret(file: string): Secret<string> {
  try {
    return new Secret(readFileSync(file, 'utf8').trimEnd())
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new PageRefusedError(`--secret-file ${file} cannot be read (${reason}).`, { cause: error })
  }
}

function textOf(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined
}
