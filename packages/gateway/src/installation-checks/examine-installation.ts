import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { DatabaseOpenError, DatabaseUnmadeError } from '@sluice/platform/database/database-open-error'
import { describeSchema } from '@sluice/platform/database/schema-version.store'
import { chooseKeyProvider, MAKES_NO_KEYS } from '@sluice/platform/secrets/choose-key-provider'

import type { Config } from '../config.ts'
import type { ConfigurationFile } from '../configuration-file/index.ts'
import { checkProviders, readConfigurationFile } from '../composition/configuration.ts'
import { openDatabaseToRead } from '../composition/database-of-config.ts'
import { examineConnectors } from './examine-connectors.ts'
import { bad, type Examined, good, messageOf } from './examined.ts'
import { examineOrigin, examineThreeDsServers, listOrigins } from './examine-origins.ts'

/** The embedded database, its log and a backup next to it need space; a full disk stops every payment. */
const FREE_MIN_BYTES = 1_000_000_000

/** Checks everything that a gateway with this configuration needs, next to a running one or before its first start. */
export async function examineInstallation(config: Config): Promise<readonly Examined[]> {
  const configuration = await examineFile(config)
  const { file } = configuration
  return [
    configuration.examined,
    ...(
      await Promise.all<Examined | readonly Examined[]>([
        examineMasterKey(config),
        examineDataDirectory(config),
        examineDatabase(config),
        ...(file === null ? [] : [examineProviders(config, file), examineThreeDsServers(file)]),
        ...listOrigins(config).map(examineOrigin),
      ])
    ).flat(),
  ]
}

async function examineFile(
  config: Config,
): Promise<{ readonly examined: Examined; readonly file: ConfigurationFile | null }> {
  const what = 'configuration file'
  if (config.configFile === null) {
    const found =
      'SLUICE_CONFIG_FILE is not set: merchants, providers and the 3-D Secure server come from this file. sluice-gateway init creates one.'
    return {
      examined: { what, verdict: config.environment === 'production' ? 'bad' : 'later', found },
      file: null,
    }
  }
  try {
    const file = await readConfigurationFile(config)
    return { examined: good(what, `${config.configFile} can be applied`), file }
  } catch (error) {
    return { examined: bad(what, messageOf(error)), file: null }
  }
}

async function examineMasterKey(config: Config): Promise<Examined> {
  const what = 'master key'
  if (config.masterKeySource === null) {
    return {
      what,
      verdict: 'later',
      found: 'the test environment creates one in the data directory at the first start',
    }
  }
  try {
    const { length } = await chooseKeyProvider(config, MAKES_NO_KEYS).load()
    return good(what, length === 1 ? 'can be read' : `${length} keys can be read`)
  } catch (error) {
    return bad(what, messageOf(error))
  }
}

function examineDataDirectory({ dataDir }: Config): Promise<Examined> {
  const what = 'data directory'
  const place = nearest(dataDir)
  if (!statSync(place).isDirectory()) {
    return Promise.resolve(bad(what, `${place} is a file: set SLUICE_DATA_DIR to a directory.`))
  }
  try {
    accessSync(place, constants.W_OK)
  } catch {
    return Promise.resolve(
      bad(what, `this account cannot write to ${place}: make the account that runs the gateway its owner.`),
    )
  }
  const { bavail, bsize } = statfsSync(place)
  const free = bavail * bsize
  const said = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`
  return Promise.resolve(
    free < FREE_MIN_BYTES
      ? bad(what, `${said}: free some space, because a full disk stops every payment.`)
      : good(what, said),
  )
}

/** Returns the directory, or the parent in which it will be created. */
function nearest(directory: string): string {
  return existsSync(directory) ? directory : nearest(dirname(directory))
}

async function examineDatabase(config: Config): Promise<Examined> {
  const what = 'database'
  const { dataDir } = config
  try {
    const { dialect, made, close } = await openDatabaseToRead(config)
    await close()
    const place = dialect === 'sqlite' ? `the embedded one in ${dataDir}` : 'PostgreSQL'
    return good(what, `${place}, with ${describeSchema(made)}`)
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error
    if (!(error instanceof DatabaseUnmadeError)) return bad(what, error.message)
    const found =
      config.databaseUrl === null
        ? `the first start creates it in ${dataDir}`
        : 'PostgreSQL, empty: the first start creates the tables'
    return { what, verdict: 'later', found }
  }
}

async function examineProviders(
  config: Config,
  file: Pick<ConfigurationFile, 'providers'>,
): Promise<readonly Examined[]> {
  const { violations, skipped } = await checkProviders(config)
  const what = 'providers'
  if (skipped !== undefined) return [bad(what, `${skipped}: no card can be charged.`)]
  const examined =
    violations.length > 0
      ? bad(what, violations.join('; '))
      : good(what, 'respond, and have the configured capabilities')
  return [examined, ...(await examineConnectors(config, file, violations))]
}
