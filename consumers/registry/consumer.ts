import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** npm's error codes for a package that is neither reachable in the registry nor cached. */
const OFFLINE =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/

/** A folder outside of the workspace, as a merchant has one: nothing of the workspace can be found from it. */
export interface Consumer {
  readonly folder: string
  write(file: string, text: string): void
  /** Runs a command line to its end. @returns Its standard output. @throws With all that it printed. */
  run(command: string): Promise<string>
  /** Starts a command line that runs until it is stopped. */
  start(command: string): Program
  /** Stops what runs, and deletes the folder. */
  remove(): Promise<void>
}

export interface Program {
  /** Waits for a line that begins with this text; earlier lines count too. @returns Milliseconds since the start. */
  waitFor(beginning: string): Promise<number>
  stop(): Promise<void>
}

/**
 * @param env - variables to add to those of this process; they name the local registry for our scope.
 * @param folder - where to install; a new temporary folder by default.
 */
export function createConsumer(
  env: Readonly<Record<string, string>>,
  folder = mkdtempSync(join(tmpdir(), 'sluice-consumer-')),
): Consumer {
  const options = {
    cwd: folder,
    env: {
      ...process.env,
      // The Node that runs the tests, not the machine's; nothing of the workspace's own programs.
      PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      NODE_OPTIONS: '',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_prefer_offline: 'true',
      npm_config_update_notifier: 'false',
      ...env,
    },
    maxBuffer: 10_000_000,
  }
  const stops: (() => Promise<void>)[] = []

  async function execute(command: string): Promise<string> {
    try {
      const [program, args] = split(command)
      return (await run(program, args, options)).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${command} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }

  function start(command: string): Program {
    const startedAt = performance.now()
    const [program, args] = split(command)
    // A group of its own: npx has children.
    const child = spawn(program, args, {
      ...options,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines: string[] = []
    const listeners = new Set<() => void>()
    let isOver = false
    const tell = () => listeners.forEach((listener) => listener())
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
      isOver = true
      tell()
    })
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        tell()
      })
    }
    const stop = async () => {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    stops.push(stop)
    return {
      stop,
      waitFor: (beginning) =>
        new Promise((resolve, reject) => {
          const look = () => {
            const isThere = lines.some((line) => line.startsWith(beginning))
            if (!isThere && !isOver) return
            listeners.delete(look)
            if (isThere) resolve(performance.now() - startedAt)
            else reject(new Error(`${command} ended:\n${lines.join('\n')}`))
          }
          listeners.add(look)
          look()
        }),
    }
  }

  return {
    folder,
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: execute,
    start,
    async remove() {
      await Promise.all(stops.map((stop) => stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Splits a command without a shell, which would drop the variable of our scope's registry because of its name. */
function split(command: string): readonly [program: string, args: readonly string[]] {
  const [program = '', ...args] = command.split(' ').filter((word) => word !== '')
  return [program, args]
}

/** Returns the reason why third-party packages cannot be installed here; null if they can. */
export async function findOfflineReason(): Promise<string | null> {
  const probe = createConsumer({ npm_config_fetch_retries: '0', npm_config_fetch_timeout: '15000' })
  try {
    await probe.run('npm view fastify version')
    return null
  } catch (error) {
    const text = String(error)
    if (!OFFLINE.test(text)) throw error
    return 'neither a registry nor npm’s cache has the packages of others'
  } finally {
    await probe.remove()
  }
}
