import { askAsBrowser } from '@sluice/platform/http/ask-as-browser'

import type { Config } from '../config.ts'
import { type ConfigurationFile, loadConfigurationFile } from '../configuration-file/index.ts'
import { checkPages, listProbes, type PageAnswer, type PageFinding } from '../page-integrity/index.ts'
import { createReferencePages } from './reference-pages.ts'

/** Which frames and page are checked besides those of the configuration file. */
export interface PublicPageCheck {
  /** Of no merchant of the file; test environment only. */
  readonly clientKeys: readonly string[]
  /** The address of an open payment page; null: the page's program is not checked. */
  readonly pageUrl: string | null
  /** Stands for the network in tests. */
  readonly receive?: (url: string) => Promise<PageAnswer>
}

export interface PublicPageReport {
  readonly findings: readonly PageFinding[]
  /** What was not compared, and why; a line each. */
  readonly notes: readonly string[]
}

/** Compares the pages of a service, as browsers get them, with those of this build under the same configuration. */
export async function checkPublicPages(
  config: Config & { readonly http: { readonly baseUrl: string } },
  check: PublicPageCheck,
): Promise<PublicPageReport> {
  const { clientKeys, pageUrl, receive = askAsBrowser } = check
  const file = config.configFile === null ? null : readPublicFile(config, config.configFile)
  // Of the form /hpp/payment/<client key>/<session id>.
  const pageKeys = pageUrl === null ? [] : new URL(pageUrl).pathname.split('/').slice(3, 4)
  const reference = createReferencePages(config, file, [...clientKeys, ...pageKeys])
  try {
    const ownKeys = (file?.merchants ?? []).flatMap(({ merchant }) =>
      merchant.clientKeys.map(({ clientKey }) => clientKey),
    )
    const page = pageUrl === null ? null : new URL(pageUrl).pathname + new URL(pageUrl).search
    const probes = listProbes({
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
      page === null ? ['Not compared: the program of the payment page. Name an open page with --page.'] : []
    const unkeyed =
      ownKeys.length + clientKeys.length === 0
        ? ['Not compared: frames of merchants. Give the configuration file with --config.']
        : []
    return { findings, notes: [...foreign, ...unseen, ...unkeyed] }
  } finally {
    await reference.close()
  }
}

function readPublicFile(config: Config, path: string): ConfigurationFile {
  return loadConfigurationFile(path, { ...config, readsSecrets: false })
}
