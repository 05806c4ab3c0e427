import { spawn } from 'node:child_process'

/** The program that opens an address, by `process.platform`. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer'],
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the program and its arguments that open an address; null if there is no screen. */
export function findOpener(
  env: Environment,
  platform: string = process.platform,
): readonly [string, ...string[]] | null {
  const chosen = env['BROWSER']
  if (chosen !== undefined && chosen !== '') return [chosen]
  const opener = OPENERS[platform]
  if (opener) return opener
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : null
}

/** Opens an address in the browser of this machine. @returns false where there is none, or it could not be started. */
export function openInBrowser(address: string, env: Environment): Promise<boolean> {
  const opener = findOpener(env)
  if (opener === null) return Promise.resolve(false)
  const [program, ...argv] = opener
  return new Promise((resolve) => {
    // The browser outlives the command.
    const child = spawn(program, [...argv, address], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
