import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { CommandRefusal, EXIT } from './exit-codes.ts'

/** A session of a person at a portal, as `login` keeps it on this machine. */
export interface KeptLogin {
  /** Origin of the portal, without a slash at the end. */
  readonly portalUrl: string
  /** Opens everything that the person may do there. */
  readonly token: string
  /** RFC 3339. */
  readonly expiresAt: string
}

type Variables = Readonly<Record<string, string | undefined>>

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** Bits of a mode by which others than the owner read or write. */
const OTHERS = 0o077

/** The folder of the user's configuration, by the customs of the system. */
function loginFolder(env: Variables): string {
  const configuration = env['XDG_CONFIG_HOME'] ?? env['APPDATA'] ?? join(homedir(), '.config')
  return join(configuration, 'sluice', 'logins')
}

/** Keeps a login in a file that its owner alone may read; that of the same portal is replaced. Gives the file's path. */
export function storeLogin(env: Variables, login: KeptLogin): string {
  const folder = loginFolder(env)
  const path = fileOf(folder, login.portalUrl)
  const temporary = `${path}.${process.pid}`
  mkdirSync(folder, { recursive: true, mode: DIRECTORY_MODE })
  writeFileSync(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: FILE_MODE })
  // A file of that name that was left over keeps its mode.
  chmodSync(temporary, FILE_MODE)
  renameSync(temporary, path)
  return path
}

/**
 * The login of a portal, or without one named the only one there is; null where none is kept.
 *
 * @param purpose - a login that others can read is not used, but has to be ended.
 * @throws {CommandRefusal} when several are kept and none is named, or when the file cannot be used.
 */
export function findLogin(
  env: Variables,
  portalUrl: string | null,
  purpose: 'use' | 'end' = 'use',
): KeptLogin | null {
  const folder = loginFolder(env)
  if (portalUrl !== null) return readLogin(fileOf(folder, portalUrl), purpose)
  const kept = listFiles(folder)
  const [only] = kept
  if (kept.length < 2) return only === undefined ? null : readLogin(join(folder, only), purpose)
  const addresses = kept.flatMap((name) => readLogin(join(folder, name), purpose)?.portalUrl ?? [])
  throw new CommandRefusal(
    `There are logins at ${addresses.sort().join(' and ')}. Name one in SLUICE_PORTAL_URL.`,
    EXIT.misused,
  )
}

/** Removes the login of a portal from this machine. */
export function forgetLogin(env: Variables, portalUrl: string): void {
  rmSync(fileOf(loginFolder(env), portalUrl), { force: true })
}

function fileOf(folder: string, portalUrl: string): string {
  // A colon is no part of a file's name on every system.
  return join(folder, `${new URL(portalUrl).host.replaceAll(/[^a-z0-9.-]/gi, '_')}.json`)
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readLogin(path: string, purpose: 'use' | 'end'): KeptLogin | null {
  let text: string
  try {
    const { mode } = statSync(path)
    // Windows has no such modes.
    if (purpose === 'use' && process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new CommandRefusal(
        `Others on this machine can read ${path}. Run sluice-gateway logout, then login again.`,
        EXIT.refused,
      )
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return JSON.parse(text) as KeptLogin
  } catch {
    throw new CommandRefusal(`${path} holds no login. Delete the file, then login again.`, EXIT.refused)
  }
}
