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

/** A person's session at a portal, as `login` stores it on this machine. */
export interface KeptLogin {
  /** The origin of the portal, without a trailing slash. */
  readonly portalUrl: string
  /** The token, which permits everything that the person may do at the portal. */
  readonly token: string
  /** The expiry, RFC 3339. */
  readonly expiresAt: string
}

type Variables = Readonly<Record<string, string | undefined>>

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** The mode bits by which others than the owner may read or write. */
const OTHERS = 0o077

/** Returns the folder of the user's configuration, by the conventions of the system. */
function loginFolder(env: Variables): string {
  const configuration = env['XDG_CONFIG_HOME'] ?? env['APPDATA'] ?? join(homedir(), '.config')
  return join(configuration, 'sluice', 'logins')
}

/**
 * Stores a login in a file that only its owner may read, in place of an earlier one for the same portal. Returns
 * the file's path.
 */
export function storeLogin(env: Variables, login: KeptLogin): string {
  const folder = loginFolder(env)
  const path = fileOf(folder, login.portalUrl)
  const temporary = `${path}.${process.pid}`
  mkdirSync(folder, { recursive: true, mode: DIRECTORY_MODE })
  writeFileSync(temporary, `${JSON.stringify(login, null, 2)}\n`, { mode: FILE_MODE })
  // An existing file of that name keeps its mode.
  chmodSync(temporary, FILE_MODE)
  renameSync(temporary, path)
  return path
}

/**
 * Returns the login of a portal or, without a name, the only one; null if there is none.
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
    `There are logins for ${addresses.sort().join(' and ')}. Set SLUICE_PORTAL_URL to one of them.`,
    EXIT.misused,
  )
}

/** Removes the login of a portal from this machine. */
export function deleteLogin(env: Variables, portalUrl: string): void {
  rmSync(fileOf(loginFolder(env), portalUrl), { force: true })
}

function fileOf(folder: string, portalUrl: string): string {
  // Some systems allow no colon in a file's name.
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
        `Others on this machine can read ${path}. Run sluice-gateway logout, then log in again.`,
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
    throw new CommandRefusal(`${path} contains no login. Delete the file, then log in again.`, EXIT.refused)
  }
}
