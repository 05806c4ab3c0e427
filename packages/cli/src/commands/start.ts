import { pino } from 'pino'

import { createLogger } from '@sluice/platform/logging/logger'
import type { App } from '@sluice/gateway-core'
import { writeDemoEnvironment } from '@sluice/gateway-core/demo-environment'

import { DOCUMENTATION_FOLDER } from '../documentation-folder.ts'
import { describeReady } from '../describe-ready.ts'
import { describeStartFailure } from '../describe-start-failure.ts'
import { connectServiceManager } from '../notify-systemd.ts'
import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const FAILED = 1

// Orchestrators send SIGKILL after 30 s. The next process finishes what has not ended by then.
const CLOSE_DEADLINE_MS = 20_000

const STANDARD_ERROR = 2

/** Serves until a signal ends it. */
export const run: RunCommand = async ({ config, options, version = 'unknown' }) => {
  const logger = createLogger({
    level: config.logLevel,
    destination: pino.destination({ dest: STANDARD_ERROR, sync: true }),
  })
  // After such an error, the state of this process is unknown. The database is consistent, and the next process
  // continues from it.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'ended by an uncaught error')
    process.exit(FAILED)
  })

  let app: App
  let addresses: Awaited<ReturnType<App['listen']>>
  try {
    const { buildApp } = await import('@sluice/gateway-core')
    const { createStoredCheck } = await import('@sluice/gateway-core/installation-checks/stored-check')
    const { createPublicPageCheck } =
      await import('@sluice/gateway-core/installation-checks/public-page-check')
    app = await buildApp(config, {
      version,
      documentationFolder: DOCUMENTATION_FOLDER,
      safeguardChecks: [
        createStoredCheck(config, process.argv[1] ?? '', process.env),
        ...(config.tamperCheck ? [createPublicPageCheck(config)] : []),
      ],
    })
    addresses = await app.listen()
  } catch (error) {
    giveUp(error)
  }

  const manager = connectServiceManager(process.env, process.pid, (error) =>
    logger.warn({ err: error }, 'the service manager could not be notified'),
  )
  manager.ready()
  // Without a listener, the signal would end the process at once, with payments in progress.
  process.on('SIGHUP', () => {
    app
      .reload()
      .catch((error: unknown) => logger.error({ err: error }, 'the configuration file was not applied'))
  })
  let isEnding = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding) {
        logger.error({ signal }, 'forced to stop with unfinished work')
        process.exit(FAILED)
      }
      isEnding = true
      logger.info({ signal, drain_delay_ms: config.drainDelayMs }, 'closing')
      app.drain()
      manager.stopping()
      setTimeout(() => {
        setTimeout(() => {
          logger.error({ deadline_ms: CLOSE_DEADLINE_MS }, 'stopped with unfinished work')
          process.exit(FAILED)
        }, CLOSE_DEADLINE_MS).unref()
        void app.close().then(() => process.exit(0))
      }, config.drainDelayMs)
    })
  }
  try {
    const demo = app.ready && {
      credentials: app.ready,
      environmentFile: writeDemoEnvironment(config.dataDir, app.ready.env),
    }
    const isForPrograms = options['json'] === true
    const portalLink = isForPrograms ? null : await app.makePortalLink()
    writeOutput(describeReady(config.environment, addresses, demo, portalLink, isForPrograms))
  } catch (error) {
    giveUp(error)
  }
  return undefined
}

/** Ends a process that failed to start, even if it already listens: it would serve at an unknown address. */
function giveUp(error: unknown): never {
  writeError(describeStartFailure(error))
  process.exit(FAILED)
}
