import { PROVIDER_CONNECTORS, type ProviderConnectorType } from '@sluice/connectors/declarations'
import {
  canResume,
  listCourses,
  type ProofReport,
  runProof,
  TEST_ACCOUNTS,
  whyMaybeLive,
} from '@sluice/connectors/proof'
import type { ConnectorSecrets } from '@sluice/connectors/kit'
import { scrubCardNumbers } from '@sluice/platform/logging/scrub-card-numbers'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { openConnectorOf } from '../composition/open-connector.ts'
import { findUnreachableReason } from '../composition/open-runtime.ts'
import type { Config } from '../config.ts'

/** The reason why nothing was proven. */
export interface ProofRefusal {
  readonly kind: 'misused' | 'unreached' | 'refused'
  readonly reason: string
}

/** The request of an operator. */
export interface ProofRequest {
  readonly providerId: string
  /** The account; null for the first one of the provider. */
  readonly accountId: string | null
  readonly version: string
  /** Whether the operator says that a simulation answers, where the address is on this machine. */
  readonly isStandIn: boolean
  /** The report of an earlier run, which is continued if it was interrupted; null if there is none. */
  readonly earlier: ProofReport | null
  readonly save: (report: ProofReport) => void
}

/**
 * Tests a connector's declarations against the provider's test environment. It never starts with keys that may be
 * live.
 *
 * @throws When the configuration file cannot be used.
 */
export async function proveConnector(
  config: Config,
  request: ProofRequest,
): Promise<ProofReport | ProofRefusal> {
  if (config.environment === 'production')
    return misused('A proof runs in the test environment only: production has live keys.')
  const opened = await openConnectorOf(config, request.providerId)
  if (opened === null)
    return misused(`The configuration has no provider ${request.providerId} with a connector.`)
  const { entry } = opened
  const type = entry.type as ProviderConnectorType
  const test = TEST_ACCOUNTS[type]
  if (test === undefined) return misused(`The test environment of ${type} is unknown.`)
  const { secrets = {}, url } = entry
  const live = whyMaybeLive(PROVIDER_CONNECTORS[type].secrets, secrets, test, {
    url,
    isStandIn: request.isStandIn,
  })
  if (live !== null) return misused(`Nothing was sent: ${live}. A proof never runs with live keys.`)
  const account = request.accountId ?? entry.accounts[0]?.id
  if (account === undefined || !entry.accounts.some(({ id }) => id === account))
    return misused(`Provider ${entry.id} has no account ${account ?? ''} in the configuration.`)
  const scrub = createScrub(secrets)
  const reach = await findUnreachableReason(entry, opened.runtime)
  if (reach !== null) return { ...reach, reason: scrub(reach.reason) }
  const random = createSystemRandom(systemClock)
  const header = {
    provider: entry.id,
    type,
    account,
    host: new URL(url).host,
    gateway_version: request.version,
    api_version: opened.connector.apiVersion,
    contract: PROVIDER_CONNECTORS[type].contract,
  }
  const setting = {
    ask: opened.runtime.run,
    newKey: () => random.uuid().replaceAll('-', ''),
    declared: opened.connector.declarations,
    test,
    account,
  }
  const { earlier, save } = request
  return runProof({
    header,
    courses: listCourses(setting, entry.capabilities.methods),
    earlier: earlier !== null && canResume(earlier, header) ? earlier : null,
    scrub,
    save,
    now: () => new Date(),
  })
}

function misused(reason: string): ProofRefusal {
  return { kind: 'misused', reason }
}

/** Removes secrets and card numbers: some providers repeat them in their errors. */
function createScrub(secrets: ConnectorSecrets): (text: string) => string {
  const values = Object.values(secrets).flatMap((list) => list.map((secret) => secret.reveal()))
  const known = values.filter((value) => value !== '')
  return (text) => scrubCardNumbers(known.reduce((rest, value) => rest.replaceAll(value, '[secret]'), text))
}
