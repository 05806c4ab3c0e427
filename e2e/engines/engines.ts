import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../packages/platform/test/free-port.ts'
import type { Parameters, Transport } from './commands.ts'
import { Driver } from './driver.ts'
import { openHttpSession } from './http-transport.ts'
import { openMarionetteSession } from './marionette.ts'

/** The settings with which a browser is started. */
export interface Look {
  readonly colorScheme: 'light' | 'dark'
  /** The text size that a person has chosen in the browser's settings; browsers begin with 16. */
  readonly textPx: number
  /** Chromium puts all sites into one process: its driver computes no roles and names in frames of another. */
  readonly withoutIsolation?: boolean
}

const USUAL_TEXT_PX = 16

interface Launch {
  readonly look: Look
  /** The folder of a profile, which is removed afterwards. */
  readonly folder: string
  /** Starts a program that ends with the browser. */
  start(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess
}

/** `tools/ensure-engines.mjs` finds them. */
const program = (variable: string, name: string) => process.env[variable] ?? name

const PROGRAMS = {
  chromium: program('SLUICE_CHROMIUM', '/usr/bin/chromium'),
  chromedriver: program('SLUICE_CHROMEDRIVER', 'chromedriver'),
  firefox: program('SLUICE_FIREFOX', 'firefox-esr'),
  webKitDriver: program('SLUICE_WEBKIT_DRIVER', 'WebKitWebDriver'),
  miniBrowser: program('SLUICE_MINI_BROWSER', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'),
  xvfb: program('SLUICE_XVFB', 'Xvfb'),
  windowManager: program('SLUICE_WINDOW_MANAGER', 'openbox'),
}

/** The browsers whose engines the pages are proven on, and how each is started. */
export const ENGINES = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
} as const satisfies Readonly<Record<string, (launch: Launch) => Promise<Transport>>>

export type Engine = keyof typeof ENGINES

/** Starts a browser with a profile of its own, which goes with it. */
export async function startEngine(engine: Engine, look: Look): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), `sluice-${engine}-`))
  const programs: ChildProcess[] = []
  const end = async () => {
    for (const program of programs.toReversed()) await endProgram(program)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const transport = await ENGINES[engine]({
      look,
      folder,
      start(program, args, env = {}) {
        const child = spawn(program, args, {
          env: { ...process.env, HOME: folder, ...env },
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        child.once('error', (error) => process.stderr.write(`${error.message}\n`))
        programs.push(child)
        return child
      },
    })
    const ended: Transport = {
      send: (command, parameters) => transport.send(command, parameters),
      async close() {
        await transport.close()
        await end()
      },
    }
    return new Driver(ended, { focusesFrames: engine === 'webkit' })
  } catch (error) {
    await end()
    throw error
  }
}

async function startChromium({ look, folder, start }: Launch): Promise<Transport> {
  const port = await findFreePort()
  start(PROGRAMS.chromedriver, [`--port=${port}`])
  return openWhenReady(port, {
    'goog:chromeOptions': {
      binary: PROGRAMS.chromium,
      args: [
        `--user-data-dir=${folder}`,
        ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        ...(look.withoutIsolation
          ? ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process']
          : []),
        ...(look.colorScheme === 'dark' ? ['--blink-settings=preferredColorScheme=0'] : []),
      ],
      prefs: { webkit: { webprefs: { default_font_size: look.textPx } } },
    },
  })
}

async function startFirefox({ look, folder, start }: Launch): Promise<Transport> {
  const preferences = {
    'marionette.port': 0,
    // Each site in a process of its own, as shoppers' browsers do.
    'fission.autostart': true,
    'layout.css.prefers-color-scheme.content-override': look.colorScheme === 'dark' ? 0 : 1,
    'font.size.variable.x-western': look.textPx,
    'toolkit.legacyUserProfileCustomizations.stylesheets': true,
    // Sandboxes of sites nest user namespaces, which containers refuse.
    'security.sandbox.warn_unprivileged_namespaces': false,
  }
  writeFileSync(
    join(folder, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  // Its window would not become as narrow as a telephone.
  mkdirSync(join(folder, 'chrome'))
  writeFileSync(
    join(folder, 'chrome/userChrome.css'),
    ':root { min-width: 0 !important; min-height: 0 !important }',
  )
  start(PROGRAMS.firefox, ['--headless', '--marionette', '--no-remote', '--profile', folder])
  const portFile = join(folder, 'MarionetteActivePort')
  await until('Firefox to listen', () => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '')
  return openMarionetteSession(Number(readFileSync(portFile, 'utf8')), {})
}

async function startWebKit({ look, folder, start }: Launch): Promise<Transport> {
  const display = await startDisplay(start)
  // The tool bar's buttons would not let the window become as narrow as a telephone.
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(
    join(folder, 'gtk-3.0/gtk.css'),
    '* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 1px }' +
      'image { -gtk-icon-source: none }',
  )
  const port = await findFreePort()
  start(PROGRAMS.webKitDriver, [`--port=${port}`], {
    DISPLAY: display,
    LANG: 'en_US.UTF-8',
    XDG_CONFIG_HOME: folder,
    NO_AT_BRIDGE: '1',
    // The desktop's text size; WebKitGTK scales whole pages by it.
    GDK_DPI_SCALE: String(look.textPx / USUAL_TEXT_PX),
    // WebKit starts in containers only without its own user namespaces.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  return openWhenReady(port, {
    'webkitgtk:browserOptions': {
      binary: PROGRAMS.miniBrowser,
      args: ['--automation', ...(look.colorScheme === 'dark' ? ['--dark-mode'] : [])],
    },
  })
}

/** A display of its own, with a window manager: without one no window ever has the focus. */
async function startDisplay(start: Launch['start']): Promise<string> {
  const server = start(PROGRAMS.xvfb, ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'])
  const display = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (data) => resolve(`:${String(data).trim()}`))
    server.once('close', () => reject(new Error('Xvfb ended before it had a display')))
  })
  start(PROGRAMS.windowManager, [], { DISPLAY: display })
  return display
}

async function openWhenReady(port: number, capabilities: Parameters): Promise<Transport> {
  const url = `http://127.0.0.1:${port}`
  await until(`a driver at ${url}`, () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return openHttpSession(url, capabilities)
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > giveUpAtMs) throw new Error(`waited a minute for ${what}`)
    await sleep(100)
  }
}

async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null || program.pid === undefined) return
  const ended = new Promise((resolve) => program.once('close', resolve))
  program.kill()
  await ended
}
