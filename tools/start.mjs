/**
 * `npm start` installs, builds, and runs the gateway with its simulators and two shops until Ctrl-C. One shop has card
 * fields on its own page; the other sends customers to the hosted payment page.
 *
 * `npm start -- --provider stripe` leads the shops' payments through the connector to Stripe, to a stand-in of Stripe on this machine;
 * `--provider adyen` does the same with Adyen.
 *
 * Environment: SLUICE_PORT and SHOP_PORT (8080 and 3000, or the next free ones), SLUICE_DATA (`.sluice`).
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buildPackages } from './build.mjs'
import { installDependencies } from './install.mjs'
import { PINNED_NODE, ROOT, SIGNALS, endCommands, stage } from './stage.mjs'
import {
  describeCards,
  PROVIDERS,
  readProviderSecrets,
  standInProgram,
  writeProviderConfiguration,
} from './start-provider.mjs'

const GATEWAY_PORT = Number(process.env['SLUICE_PORT'] ?? 8080)
const SHOP_PORT = Number(process.env['SHOP_PORT'] ?? 3000)
const DATA_FOLDER = resolve(ROOT, process.env['SLUICE_DATA'] ?? '.sluice')

/** The shops, by the names of their logs. */
const SHOPS = /** @type {const} */ ([
  ['shop', 'embedded-checkout'],
  ['hosted-page-shop', 'hosted-page-redirect'],
])

/** Set by `npm run dev`: pages of the shops reload when the shops were restarted. */
const RELOADING = process.argv.includes('--reload')
  ? [`--import=${new URL('reload-pages.mjs', import.meta.url).href}`]
  : []

/** The provider whose stand-in receives the shops' payments instead of the gateway's simulators. */
const PROVIDER = readProvider(process.argv)

const SIMULATED_CARDS = `
  Test cards      4242 4242 4242 4242   approved
                  4000 0027 6000 3184   asks for the bank's password: 1234 approves, 1111 fails
                  4000 0000 0000 9995   declined, insufficient funds
                  any future expiry date, any three digits as security code`

/** The number of ports after the wanted one that are tried. */
const PORT_TRIES = 20

/** The first start on a slow disk makes keys and tables; past this it hangs. */
const READY_TIMEOUT_MS = 30_000

/** The gateway finishes what runs when it is asked to stop; past this it is ended. */
const STOP_TIMEOUT_MS = 10_000

/** The length of a program's last output, which is shown when it dies. */
const LAST_WORDS_CHARACTERS = 4_000

/** @typedef {{ process: import('node:child_process').ChildProcess, ended: Promise<void> }} Program */

/** @type {Program[]} */
const programs = []
let stopping = false

for (const signal of SIGNALS) process.on(signal, () => void stop(0))

try {
  await start()
} catch (error) {
  if (!stopping) console.error(`\n${error instanceof Error ? error.message : error}`)
  await stop(1)
}

async function start() {
  await stage('install', () => installDependencies({ tests: false }))
  await stage('build', () => buildPackages({ declarations: false }))
  // Only the owner may read it, because the gateway stores secrets of the test environment there.
  mkdirSync(join(DATA_FOLDER, 'logs'), { recursive: true, mode: 0o700 })

  const port = await findFreePort(GATEWAY_PORT, 'SLUICE_PORT')
  const demo = PROVIDER ? await startProvider(PROVIDER) : null
  /** @type {Record<string, string>} */
  let gateway = {}
  await stage('gateway', async () => {
    const ready = await launch(
      'gateway',
      ['packages/cli/dist/main.js', ...['start', '--port', String(port), '--data', DATA_FOLDER, '--json']],
      demo ? { SLUICE_CONFIG_FILE: demo.path } : {},
    )
    gateway = { ...ready, ...demo?.credentials }
    if (demo) await connectProvider(demo, ready['base_url'] ?? '')
    return gateway['base_url'] ?? ''
  })
  const fallbacks = /** @type {Record<string, string>} */ (
    /** @type {unknown} */ (gateway['fallback_origins'] ?? {})
  )
  const env = {
    SLUICE_BASE_URL: gateway['base_url'],
    SLUICE_METHODS_URL: gateway['methods_url'],
    SLUICE_METHODS_FALLBACK_URL: fallbacks[gateway['methods_url'] ?? ''],
    SLUICE_AUTH_URL: gateway['auth_url'],
    SLUICE_REALM: gateway['realm'],
    SLUICE_CLIENT_ID: gateway['client_id'],
    SLUICE_CLIENT_SECRET: gateway['client_secret'],
    SLUICE_CLIENT_KEY: gateway['client_key'],
    SLUICE_TERMINAL_ID: gateway['terminal_id'],
  }
  /** @type {Record<string, string>} */
  const shops = {}
  await stage('shops', async () => {
    for (const [index, [name, example]] of SHOPS.entries()) {
      const PORT = String(await findFreePort(SHOP_PORT && SHOP_PORT + index, 'SHOP_PORT'))
      const program = [...RELOADING, `examples/${example}/src/server.ts`, '--json']
      const shop = await launch(name, program, { ...env, PORT })
      shops[name] = shop['shop_url'] ?? ''
    }
    return Object.values(shops).join(' ')
  })
  console.log(describe(gateway, shops, await makePortalLink(gateway), await findPortalHint(gateway)))
  // `npm run dev` waits for it.
  process.send?.('ready')
}

/**
 * Starts the stand-in, and writes the configuration that leads to it.
 *
 * @param {(typeof PROVIDERS)[number]} provider
 */
async function startProvider(provider) {
  const secrets = readProviderSecrets(DATA_FOLDER, provider)
  /** @type {Record<string, string>} */
  let twin = {}
  await stage(provider, async () => {
    twin = await launch(provider, standInProgram(provider, secrets))
    return twin['twin_url'] ?? ''
  })
  const twinUrl = twin['twin_url'] ?? ''
  return {
    ...writeProviderConfiguration(DATA_FOLDER, provider, twinUrl, secrets),
    provider,
    twinUrl,
    webhook: secrets.webhook.value,
  }
}

/**
 * Has the stand-in post its events to the gateway.
 *
 * @param {{ provider: string, twinUrl: string, webhook: string }} demo
 * @param {string} baseUrl
 */
async function connectProvider({ provider, twinUrl, webhook }, baseUrl) {
  const endpoint = { url: `${baseUrl}/api/providers/${provider}/callback`, secrets: [webhook] }
  const answer = await fetch(`${twinUrl}/twin/endpoint`, { method: 'POST', body: JSON.stringify(endpoint) })
  if (!answer.ok) throw new Error(`the stand-in takes no endpoint: status ${answer.status}`)
}

/**
 * @param {readonly string[]} args
 * @returns {(typeof PROVIDERS)[number] | null}
 */
function readProvider(args) {
  const at = args.indexOf('--provider')
  if (at < 0) return null
  const found = PROVIDERS.find((name) => name === args[at + 1])
  if (found) return found
  console.error(`Unknown provider ${args[at + 1] ?? ''}. There is a stand-in for ${PROVIDERS.join(', ')}.`)
  process.exit(1)
}

/**
 * Opens the portal once, within ten minutes.
 *
 * @param {Record<string, string>} gateway
 * @returns {Promise<string>}
 */
async function makePortalLink(gateway) {
  const answer = await fetch(`${gateway['base_url']}/simulators/portal-links`, { method: 'POST' })
  if (!answer.ok) throw new Error(`the gateway created no portal link: status ${answer.status}`)
  const { url } = /** @type {{ url: string }} */ (await answer.json())
  return url
}

/**
 * Safari asks the machine's resolver, as Node does: where that does not know the portal's name, it says how to get an
 * address by port. Pages of a payment find theirs on their own.
 *
 * @param {Record<string, string>} gateway
 * @returns {Promise<string>}
 */
async function findPortalHint(gateway) {
  const { hostname, port } = new URL(gateway['portal_url'] ?? '')
  const resolves = await lookup(hostname).then(
    () => true,
    () => false,
  )
  if (resolves) return ''
  const own = Number(port) + 2
  return `
                  (if your browser cannot resolve ${hostname}: SLUICE_PORTAL_PORT=${own} npm start
                  serves it at http://127.0.0.1:${own})`
}

/**
 * @param {Record<string, string>} gateway
 * @param {Record<string, string>} shops
 * @param {string} portalLink
 * @param {string} portalHint
 */
function describe(gateway, shops, portalLink, portalHint) {
  return `
  Shop            ${shops['shop']}
  Hosted page     ${shops['hosted-page-shop']}
  Portal          ${portalLink}
                  (valid once, for 10 minutes; npx --no-install sluice-gateway open prints another)${portalHint}
  Documentation   ${gateway['portal_url']}/docs/
  API reference   ${gateway['portal_url']}/reference
${PROVIDER ? describeCards(PROVIDER) : SIMULATED_CARDS}

  Credentials     ${join(relative(process.cwd(), DATA_FOLDER), 'demo.env')}   (node --env-file=… shop.mjs)
                  client_id      ${gateway['client_id']}
                  client_secret  ${gateway['client_secret']}
                  client_key     ${gateway['client_key']}
                  terminal_id    ${gateway['terminal_id']}
                  token          ${gateway['auth_url']}/realms/${gateway['realm']}/protocol/openid-connect/token

  Data and logs   ${relative(process.cwd(), DATA_FOLDER) || '.'}

  Ctrl-C stops everything.
`
}

/**
 * Starts one of the programs and resolves with the JSON object that it prints when it is ready.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<Record<string, string>>}
 */
function launch(name, args, env = {}) {
  // A group of its own, so that Ctrl-C reaches only us and the programs stop in order.
  const child = spawn(PINNED_NODE, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const log = createWriteStream(join(DATA_FOLDER, 'logs', `${name}.log`))
  let lastWords = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    log.write(text)
    lastWords = (lastWords + text).slice(-LAST_WORDS_CHARACTERS)
  })
  const ended = /** @type {Promise<void>} */ (new Promise((resolve) => child.once('close', () => resolve())))
  programs.push({ process: child, ended })

  return new Promise((resolve, reject) => {
    let isReady = false
    const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = parseReadyLine(line)
      if (!ready) return void log.write(`${line}\n`)
      isReady = true
      clearTimeout(timer)
      resolve(ready)
    })
    child.once('error', (error) => fail(`failed to start: ${error.message}`))
    child.once('close', (code, signal) => fail(`exited unexpectedly (${signal ?? `code ${code}`})`))

    /** @param {string} reason */
    function fail(reason) {
      clearTimeout(timer)
      const error = new Error(`The ${name} ${reason}.\n${lastWords.trim()}`)
      if (!isReady) return reject(error)
      if (stopping) return
      console.error(`\n${error.message}`)
      void stop(1)
    }
  })
}

/**
 * @param {string} line
 * @returns {Record<string, string> | undefined}
 */
function parseReadyLine(line) {
  try {
    const value = JSON.parse(line)
    return (value?.base_url ?? value?.shop_url ?? value?.twin_url) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {number} wanted
 * @param {string} variable
 * @returns {Promise<number>}
 */
async function findFreePort(wanted, variable) {
  for (let port = wanted; port < wanted + PORT_TRIES; port += 1) {
    if (!(await isFree(port))) continue
    if (port !== wanted)
      console.log(`  port ${wanted} is in use; using ${port} instead (set ${variable} to choose another)`)
    return port
  }
  throw new Error(
    `No free port between ${wanted} and ${wanted + PORT_TRIES - 1}. Set ${variable} to a free port.`,
  )
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/**
 * Stops what builds, the shops, then the gateway, and ends this process.
 *
 * @param {number} exitCode
 */
async function stop(exitCode) {
  if (stopping) return
  stopping = true
  await endCommands()
  for (const { process: child, ended } of programs.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
  }
  process.exit(exitCode)
}
