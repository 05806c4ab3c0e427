import { fetchAsBrowser } from '@sluice/platform/http/fetch-as-browser'

import type { Config } from '../config.ts'
import { type ConfigurationFile, loadConfigurationFile } from '../configuration-file/index.ts'
import { checkPages, listProbes, type PageAnswer, type PageFinding } from '../page-integrity/index.ts'
import { createReferencePages } from './reference-pages.ts'

/** The frames and the page to check in addition to those of the configuration file. */
export interface PublicPageCheck {
  /** A client key of a merchant that is not in the file; test environment only. */
  readonly clientKeys: readonly string[]
  /** The address of an open payment page; null to skip the page's program. */
  readonly pageUrl: string | null
  /** Replaces the network in tests. */
  readonly receive?: (url: string) => Promise<PageAnswer>
}

export interface PublicPageReport {
  readonly findings: readonly PageFinding[]
  /** The pages that were not compared, one per line, with the reason. */
  readonly notes: readonly string[]
}

/** Compares the pages that browsers get from a service with those of this build under the same configuration. */
export async function checkPublicPages(
  config: Config & { readonly http: { readonly baseUrl: string } },
  check: PublicPageCheck,
): Promise<PublicPageReport> {
  const { clientKeys, pageUrl, receive = fetchAsBrowser } = check
  const file = config.configFile === null ? null : readPublicFile(config, config.configFile)
  // The path has the form /hpp/payment/<client key>/<session id>.
  const pageKeys = pageUrl === null ? [] : new URL(pageUrl).pathname.split('/').slice(3, 4)
  const reference = createReferencePages(config, file, [...clientKeys, ...pageKeys])
  try {
    const ownKeys = (file?.merchants ?? []).flatMap(({ merchant }) =>
      merchant.clientKeys.map(({ clientKey }) => clientKey),
    )
    const page = pageUrl === null ? null : new URL(pageUrl).pathname + new URL(pageUrl).search
    const probes = listProbes({
      environment: config.environment,
      release: reference.release,
      clientKeys: [...ownKeys, ...clientKeys],
      page,
    })
    const findings = await checkPages(probes, {
      urlOf: (probe) => reference.urlOf(probe),
      expect: (probe, received) => reference.answer(probe, received),
      receive,
    })
    const foreign = reference
      .listForeignScripts()
      .map((url) => `Not compared: ${url}, which its owner changes without notice.`)
    const unseen =
      page === null ? ['Not compared: the program of the payment page. Set --page to an open page.'] : []
    const unkeyed =
      ownKeys.length + clientKeys.length === 0
        ? ['Not compared: frames of merchants. Set --config to the configuration file.']
        : []
    return { findings, notes: [...foreign, ...unseen, ...unkeyed] }
  } finally {
    await reference.close()
  }
}

function readPublicFile(config: Config, path: string): ConfigurationFile {
  return loadConfigurationFile(path, { ...config, readsSecrets: false })
}
