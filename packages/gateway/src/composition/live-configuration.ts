import { statSync } from 'node:fs'
import type { Logger } from 'pino'

import type { ScheduledJob } from '@sluice/platform/jobs/scheduled-jobs'
import { listKeyReaders } from '@sluice/platform/secrets/key-readers.store'

import type { Config } from '../config.ts'
import {
  type ConfigurationFile,
  ConfigurationFileError,
  findAppliedFile,
  nameRoute,
  nameThreeDsServer,
} from '../configuration-file/index.ts'
import { applyMerchants, applyOwnFile, readConfigurationFile } from './configuration.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'
import { listAccounts } from './select-providers.ts'

/** The interval at which a gateway checks for an applied configuration. Until then payments use the old routes. */
export const FILE_INTERVAL_MS = 2_000

const DRY_RUN = { isDryRun: true, appliesOlder: false } as const

/** The configuration file as this process last read it. */
export interface LiveConfiguration {
  current(): ConfigurationFile | null
  /** Calls the listener now, and after each reload of the file. */
  follow(listener: (file: ConfigurationFile | null) => void): void
  /** Applies the file as at startup. @throws When the file requests what is not allowed. */
  apply(): Promise<void>
  /** Reloads the file and its secrets, and applies it as at startup. An invalid file changes nothing. */
  reload(): Promise<void>
  /**
   * Reloads the file after one was applied, and applies routes that were held back once every gateway can serve them.
   */
  readonly job: ScheduledJob
}

/**
 * Follows changes of the configuration file while payments run: providers, 3DS servers, wallets, identity and
 * merchants.
 */
export function createLiveConfiguration(
  config: Config,
  infrastructure: Infrastructure,
  first: ConfigurationFile | null,
  parts: {
    readonly adapters: Partial<Pick<Adapters, 'providers'>>
    readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  },
): LiveConfiguration {
  const { keyReaders, db, simulators } = infrastructure
  const { logger } = parts
  const listeners: ((file: ConfigurationFile | null) => void)[] = []
  let file = first
  let seen = describeFiles(config.configFile, file)
  let seenPlace: number | null = null
  /** The capabilities of the live gateways when held back routes were last tried. */
  let triedWith = ''
  let reportedProblem = ''
  const announce = (): void => {
    const given = [...(parts.adapters.providers?.keys() ?? [])]
    const accounts = listAccounts(file, simulators).map(nameRoute)
    const servers = file?.threeDsServers.map(({ id }) => nameThreeDsServer(id)) ?? []
    keyReaders.setReach([...given, ...accounts, ...servers])
  }
  announce()
  let reportedRoutes = ''
  const apply = async (): Promise<void> => {
    if (file === null) return
    const { heldBack } = await applyOwnFile(config, infrastructure, file, logger)
    const described = JSON.stringify(heldBack)
    // It is tried again every two seconds.
    for (const { terminalId, route, processes } of described === reportedRoutes ? [] : heldBack)
      logger.warn(
        { terminal_id: terminalId, route, reason: processes.join(', ') },
        'a route is not used until these gateways have reloaded the configuration file',
      )
    reportedRoutes = described
  }
  /** Reads the file; undefined if it cannot be used. */
  const load = async (): Promise<ConfigurationFile | null | undefined> => {
    try {
      const next = await readConfigurationFile(config)
      reportedProblem = ''
      return next
    } catch (error) {
      const problem = String(error)
      // The file is read every two seconds until it is fixed, but logged only once.
      if (problem !== reportedProblem) logInvalidFile(logger, error)
      reportedProblem = problem
      return undefined
    }
  }
  const adopt = async (next: ConfigurationFile | null): Promise<void> => {
    file = next
    seen = describeFiles(config.configFile, file)
    for (const listener of listeners) listener(file)
    announce()
    await keyReaders.report()
    logger.info({ revision: file?.version.revision ?? null }, 'the configuration file was reloaded')
  }
  const look = async (): Promise<void> => {
    if (file === null) return
    const last = await findAppliedFile(db)
    if (last === null) return
    const wasAppliedSince = seenPlace !== null && last.place !== seenPlace
    const isBehind = last.digest !== file.version.digest && describeFiles(config.configFile, file) !== seen
    if (wasAppliedSince || isBehind) {
      const next = await load()
      if (next === undefined) return
      // A file that was not applied may be an older one, or still incomplete. It is read again once it changes.
      if (next?.version.digest === last.digest) await adopt(next)
      else seen = describeFiles(config.configFile, file)
    }
    seenPlace = last.place
    if (last.heldBack === 0 || last.digest !== file.version.digest) return
    const live = await listKeyReaders(infrastructure)
    const described = JSON.stringify(live.map(({ name, reaches }) => [name, [...(reaches ?? [])]]))
    // Unless the live gateways can serve more than before, the same routes would be held back.
    if (described === triedWith) return
    await apply()
    triedWith = described
  }
  let turn: Promise<unknown> = Promise.resolve()
  /** Runs works one after the other. If two files were applied at the same time, the older one could win. */
  const takeTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const reload = async (): Promise<void> => {
    // Every reload request gets the reason why the file was rejected.
    reportedProblem = ''
    const next = await load()
    if (next === undefined) return
    if (next !== null) {
      // The database has to accept the file before providers and secrets change.
      const tried = await applyMerchants(config, infrastructure, next, DRY_RUN)
      if (tried.superseded !== null) {
        logger.warn({ reason: tried.superseded }, 'the configuration file is older than the one in use')
        return
      }
    }
    await adopt(next)
    await apply()
  }
  /** A reload that has not begun; it reads what was written until then. */
  let waiting: Promise<void> | null = null
  return {
    current: () => file,
    follow(listener) {
      listeners.push(listener)
      listener(file)
    },
    apply,
    async reload() {
      if (config.configFile === null) return
      waiting ??= takeTurn(() => {
        waiting = null
        return reload()
      })
      await waiting
    },
    job: { name: 'read the configuration file', run: () => takeTurn(look).then(() => 0) },
  }
}

/** Returns a fingerprint that changes if the file or one of its secrets is replaced. */
function describeFiles(path: string | null, file: ConfigurationFile | null): string {
  if (path === null) return ''
  return [path, ...(file?.secretFiles.map((secret) => secret.path) ?? [])]
    .map((one) => {
      const found = statSync(one, { throwIfNoEntry: false })
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'gone'
    })
    .join('\n')
}

/** Logs one line for each problem. The log omits messages of errors, because most of them can quote a caller's input. */
function logInvalidFile(logger: Pick<Logger, 'error'>, error: unknown): void {
  const fields =
    error instanceof ConfigurationFileError
      ? error.problems.map(({ name, got, fix }) => ({ reason: `${name}: got ${got}; ${fix}` }))
      : [{ err: error }]
  for (const each of fields)
    logger.error(each, 'the configuration file is invalid: the previous one stays in use')
}
