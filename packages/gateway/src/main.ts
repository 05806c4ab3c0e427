#!/usr/bin/env node
/** The program `sluice-gateway`: reads its configuration, runs the gateway, and ends when it is told to. */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import type { App } from './app.ts'
import { describeProblems, describeUsage, readCommand } from './command-line.ts'
import type { Config } from './config.ts'
import { describeReady } from './describe-ready.ts'
import { describeStartFailure } from './describe-start-failure.ts'
import { createLogger } from './platform/logging/logger.ts'

const EXIT = { failed: 1, misused: 2 } as const

// Orchestrators send SIGKILL after 30 s; what has not ended by then is finished by the next process.
const CLOSE_DEADLINE_MS = 20_000

const STANDARD_ERROR = 2

const command = readCommand(process.argv.slice(2), process.env)
switch (command.kind) {
  case 'help':
    process.stdout.write(describeUsage())
    break
  case 'version':
    process.stdout.write(`${readVersion()}\n`)
    break
  case 'misused':
    process.stderr.write(`${command.problem}\n\n${describeUsage()}`)
    process.exitCode = EXIT.misused
    break
  case 'misconfigured':
    process.stderr.write(describeProblems(command.problems))
    process.exitCode = EXIT.failed
    break
  case 'start':
    await start(command.config, command.json)
}

async function start(config: Config, json: boolean): Promise<void> {
  const logger = createLogger({
    level: config.logLevel,
    destination: pino.destination({ dest: STANDARD_ERROR, sync: true }),
  })
  // Nobody knows what state such an error left behind; the database does, and the next process goes on from there.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'ended by an error that nobody caught')
    process.exit(EXIT.failed)
  })

  let app: App
  let addresses: Awaited<ReturnType<App['listen']>>
  try {
    // Loaded only now: help and configuration problems do not wait for databases and keys.
    const { buildApp } = await import('./app.ts')
    app = await buildApp(config)
    addresses = await app.listen()
  } catch (error) {
    process.stderr.write(describeStartFailure(error))
    process.exit(EXIT.failed)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      logger.info({ signal }, 'closing')
      setTimeout(() => {
        logger.error({ deadline_ms: CLOSE_DEADLINE_MS }, 'closed with work unfinished')
        process.exit(EXIT.failed)
      }, CLOSE_DEADLINE_MS).unref()
      void app.close().then(() => process.exit(0))
    })
  }
  process.stdout.write(describeReady(config.environment, addresses, app.ready, json))
}

/** From the manifest beside `src` and `dist`. */
function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return String((JSON.parse(manifest) as { readonly version?: unknown }).version)
}
