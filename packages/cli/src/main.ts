#!/usr/bin/env node
/** The program `sluice-gateway`: reads its command line and its configuration, and runs the command. */
import { readFileSync } from 'node:fs'

import type { Config, ConfigProblem } from '@sluice/gateway-core/config'

import { describeProblems, ENVIRONMENT_TOPIC, readCommandLine } from './command-line.ts'
import { COMMANDS } from './commands/index.ts'
import { describeRuntimeProblem } from './describe-runtime-problem.ts'
import { describeStartFailure } from './describe-start-failure.ts'
import { describeCommand, describeCommands, describeEnvironment } from './describe-usage.ts'
import { refuseDebugger } from './refuse-debugger.ts'
import { writeError, writeOutput } from './terminal.ts'

/** Shells report 141 for a program that SIGPIPE ended: 128 plus the signal's number. */
const EXIT = { failed: 1, misused: 2, untold: 3, unread: 141 } as const

/** The longest timer of Node, because nothing has to be done in between. */
const INTERVAL_MAX_MS = 2 ** 31 - 1

const line = readCommandLine(process.argv.slice(2), process.env)
switch (line.kind) {
  case 'help':
    writeOutput(describeTopic(line.name))
    break
  case 'empty':
    writeError(describeCommands())
    process.exitCode = EXIT.misused
    break
  case 'version':
    writeOutput(`${readManifest().version}\n`)
    break
  case 'misused':
    // The help is so long that the problem would scroll off the screen.
    writeError(`${line.problem} See sluice-gateway help${line.name === null ? '' : ` ${line.name}`}.\n`)
    process.exitCode = EXIT.misused
    break
  case 'misconfigured':
    writeError(describeProblems([...line.problems, ...(await listFileProblems(line.rest))]))
    process.exitCode = COMMANDS[line.name]?.target === undefined ? EXIT.failed : EXIT.misused
    break
  case 'run': {
    // Runs before any native module is loaded, whose crash on an older Node would be unclear.
    const problem =
      describeRuntimeProblem(process.versions.node, readManifest().engines.node) ??
      (line.config.environment === 'production' ? refuseDebugger() : null)
    if (problem !== null) {
      writeError(problem)
      process.exitCode = EXIT.failed
      break
    }
    // A server ends like after any other uncaught error, with a line in its log.
    if (COMMANDS[line.name]?.isClient) process.stdout.on('error', endWithOutput)
    // A command may wait only for a timer, and the platform's timers keep no process alive.
    const unfinished = setInterval(() => {}, INTERVAL_MAX_MS)
    try {
      const module = await COMMANDS[line.name]?.load()
      process.exitCode = await module?.run({ ...line, version: readManifest().version })
    } catch (error) {
      writeError(describeStartFailure(error, line.name))
      process.exitCode = EXIT.failed
    } finally {
      clearInterval(unfinished)
    }
  }
}

function describeTopic(name: string | null): string {
  if (name === ENVIRONMENT_TOPIC) return describeEnvironment()
  const command = name === null ? undefined : COMMANDS[name]
  return name !== null && command ? describeCommand(name, command) : describeCommands()
}

/** Ends a command whose reader has gone, without an error, as `head` causes it. */
function endWithOutput({ code, message }: NodeJS.ErrnoException): never {
  if (code === 'EPIPE') process.exit(EXIT.unread)
  writeError(`The output cannot be written: ${message}.\n`)
  process.exit(EXIT.untold)
}

/** Lists the problems of the file, because all problems are reported at once. */
async function listFileProblems({
  environment,
  configFile,
}: Pick<Config, 'environment' | 'configFile'>): Promise<readonly ConfigProblem[]> {
  if (configFile === null) return []
  const { ConfigurationFileError, loadConfigurationFile } =
    await import('@sluice/gateway-core/configuration-file')
  try {
    // The numbers are defaults of members, all of them valid.
    loadConfigurationFile(configFile, { environment, masterKey: null, maxRetries: 0, providerTimeoutMs: 0 })
    return []
  } catch (error) {
    if (error instanceof ConfigurationFileError) return error.problems
    throw error
  }
}

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
}

/** Reads the manifest next to `src` and `dist`. */
function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest
}
