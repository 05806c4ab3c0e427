/** Finds the browsers, drivers and the display that `npm run verify -- engines` needs, and installs Debian's where it may. */
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'

/** The program of each Debian package, and the variable that names another path. */
const PROGRAMS = [
  { name: 'chromium', package: 'chromium', variable: 'SLUICE_CHROMIUM' },
  { name: 'chromedriver', package: 'chromium-driver', variable: 'SLUICE_CHROMEDRIVER' },
  { name: 'firefox-esr', package: 'firefox-esr', variable: 'SLUICE_FIREFOX' },
  { name: 'WebKitWebDriver', package: 'webkit2gtk-driver', variable: 'SLUICE_WEBKIT_DRIVER' },
  { name: 'MiniBrowser', package: 'libwebkit2gtk-4.1-0', variable: 'SLUICE_MINI_BROWSER' },
  { name: 'Xvfb', package: 'xvfb', variable: 'SLUICE_XVFB' },
  // No window of WebKitGTK has the focus without a window manager.
  { name: 'openbox', package: 'openbox', variable: 'SLUICE_WINDOW_MANAGER' },
]

/**
 * @param {{ mayInstall?: boolean }} [how]
 * @returns {Promise<Record<string, string>>} the path of each program, by its variable
 */
export async function ensureEngines(how) {
  const missing = PROGRAMS.filter((program) => !find(program))
  if (missing.length > 0) {
    const variables = PROGRAMS.map(({ name, variable }) => `  ${variable}: ${name}`).join('\n')
    await installDebianPackages(
      missing.map((program) => program.package),
      `The proof needs Chromium, Firefox and WebKitGTK with their drivers, and a display. Variables name other programs:\n${variables}`,
      how,
    )
  }
  return Object.fromEntries(
    PROGRAMS.map((program) => {
      const path = find(program)
      if (!path) throw new Error(`apt-get installed ${program.package}, but ${program.name} is not in PATH.`)
      return [program.variable, path]
    }),
  )
}

/** @param {{ name: string, variable: string }} program */
function find({ name, variable }) {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter), ...webKitFolders()]
  const candidates = [process.env[variable], ...folders.map((folder) => join(folder, name))]
  return candidates.find((path) => path && isExecutable(path))
}

/** WebKitGTK installs its small browser next to its library. */
function webKitFolders() {
  const libraries = '/usr/lib'
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name, 'webkit2gtk-4.1'))
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
