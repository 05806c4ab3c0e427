import type { Config } from '../config.ts'
import type { SafeguardCheck } from '@sluice/platform/jobs/safeguard-work'

/** Compares the pages that browsers receive at the service's public address with those of this build. */
export function createPublicPageCheck(config: Config): SafeguardCheck {
  return {
    safeguard: 'tamper_check',
    async find() {
      const { baseUrl } = config.http
      if (baseUrl === null) return []
      const { checkPublicPages } = await import('./check-public-pages.ts')
      const { findings } = await checkPublicPages(
        { ...config, http: { ...config.http, baseUrl } },
        { clientKeys: [], pageUrl: null },
      )
      return findings
        .filter(({ verdict }) => verdict !== 'same')
        .map(({ url, verdict, differences }) => ({
          safeguard: 'tamper_check',
          problem: `${new URL(url).origin}${new URL(url).pathname} ${verdict}: ${differences[0] ?? ''}`,
        }))
    },
  }
}
