import type { FileMethod } from '@sluice/gateway-core/configuration-file'

import type { RunCommand } from './command.ts'
import { printLines, writeError } from '../terminal.ts'

const MISUSED = 2

/** Prints the payment methods of the configuration file under the names that shoppers see. */
export const run: RunCommand = async ({ config, options }) => {
  if (config.configFile === null) {
    writeError('No configuration file: set --config or SLUICE_CONFIG_FILE.\n')
    return MISUSED
  }
  const { readConfigurationFile } = await import('@sluice/gateway-core/composition/configuration')
  const { listFileMethods } = await import('@sluice/gateway-core/configuration-file')
  const file = await readConfigurationFile(config)
  if (file === null) return MISUSED
  const methods = listFileMethods(file, config.environment === 'production')
  printLines(options['json'] === true ? [JSON.stringify(methods.map(toJson))] : describe(methods))
  return 0
}

function describe(methods: readonly FileMethod[]): readonly string[] {
  const rows = methods.map(({ merchant, terminalId, providerId, method, hidden }) => [
    merchant,
    terminalId,
    method.name ?? '–',
    method.type,
    providerId,
    method.countries.join(',') || 'all countries',
    method.currencies.join(',') || 'all currencies',
    hidden === null ? 'offered' : `not offered: ${hidden}`,
  ])
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function toJson({ merchant, terminalId, providerId, method, hidden }: FileMethod) {
  return {
    merchant,
    terminal_id: terminalId,
    provider: providerId,
    type: method.type,
    name: method.name,
    names: method.names,
    kind: method.kind,
    mark: method.mark,
    also_called: method.alsoCalled,
    countries: method.countries,
    currencies: method.currencies,
    order: method.order,
    visible: method.isVisible,
    refundable: method.isRefundable,
    not_offered: hidden,
  }
}
