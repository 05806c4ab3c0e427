import { dirname, join } from 'node:path'

import { buildSimulators, type SimulatorAddresses } from '@sluice/gateway-core/simulators-app'

import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const FAILED = 1

/** A file next to a gateway's own data, if both use the same directory. */
const DATA_FOLDER = 'simulators'

/** Serves the simulators until a signal ends it. */
export const run: RunCommand = async ({ config, options }) => {
  if (config.environment === 'production') {
    writeError('SLUICE_ENVIRONMENT is production: simulated payments are not real.\n')
    return FAILED
  }
  const app = await buildSimulators({ ...config, dataDir: join(config.dataDir, DATA_FOLDER) })
  const addresses = await app.listen()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)))
  }
  writeOutput(describeSimulators(addresses, options['json'] === true))
  return undefined
}

function describeSimulators(addresses: SimulatorAddresses, json: boolean): string {
  if (json) return `${JSON.stringify(addresses)}\n`
  const {
    providers,
    three_ds_servers: [threeDsServer],
  } = addresses
  const rows = [...providers.map(({ id, url }) => [id, url] as const), ['3DS server', threeDsServer.url]]
  const lines = rows.map(([name = '', url = '']) => `  ${name.padEnd(12)}${url}`)
  return `The simulators are ready (no money moves).\n\n${lines.join('\n')}\n\nControl: ${new URL('/control', threeDsServer.url).href}\nSecrets: ${dirname(threeDsServer.secret_file)}\n\nCtrl-C stops them.\n`
}
