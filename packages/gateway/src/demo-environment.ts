import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const DIRECTORY_MODE = 0o700
/** Only the owner may read the file, which contains the client's secret. */
const FILE_MODE = 0o600

/**
 * Writes the demo's addresses and credentials to `<dataDir>/demo.env`, where a shop reads them with `node
 * --env-file=.sluice/demo.env`. Each start writes the file again: the port may be another one. Git ignores the
 * directory, because it is often in a project and contains the client's secret and the master key.
 *
 * @param env - the lines of an `.env` file.
 * @returns the file's path.
 */
export function writeDemoEnvironment(dataDir: string, env: string): string {
  const path = join(dataDir, 'demo.env')
  const temporary = `${path}.${process.pid}`
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY_MODE })
  const ignore = join(dataDir, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
  writeFileSync(temporary, env, { mode: FILE_MODE })
  renameSync(temporary, path)
  return path
}

/** Reads the variables of `<dataDir>/demo.env`; none before the first start. */
export function readDemoEnvironment(dataDir: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(join(dataDir, 'demo.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
