import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { loadConfigurationFile, type MerchantEntry } from '@sluice/gateway-core/configuration-file'

import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const MISUSED = 2

/** Serves sample pages with a merchant's branding until a signal ends it. */
export const run: RunCommand = async ({ config, options }) => {
  if (config.configFile === null) {
    writeError('No configuration file: set --config or SLUICE_CONFIG_FILE.\n')
    return MISUSED
  }
  const { merchants } = loadConfigurationFile(config.configFile, config)
  const entry = choose(merchants, options['merchant'])
  if (entry === undefined) {
    const labels = merchants.map(({ label }) => label).join(', ')
    writeError(`Set --merchant to one merchant of the file: ${labels || 'it has none'}.\n`)
    return MISUSED
  }
  const { listBrandingWarnings } = await import('@sluice/gateway-core/composition/configuration')
  const { previewBranding } = await import('@sluice/gateway-core/operator-tools/preview-branding')
  for (const line of await listBrandingWarnings([entry])) writeError(`${line}\n`)
  const preview = await previewBranding(config, entry, config.http.port)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void preview.close().then(() => process.exit(0)))
  }
  writeOutput(
    `The payment page of ${entry.label}: ${preview.url}\nNothing can be paid on it. Ctrl-C stops it.\n`,
  )
  return undefined
}

function choose(merchants: readonly MerchantEntry[], wanted: unknown): MerchantEntry | undefined {
  if (typeof wanted === 'string')
    return merchants.find(({ merchant }) => merchant.id === merchantIdOf(wanted))
  return merchants.length === 1 ? merchants[0] : undefined
}
