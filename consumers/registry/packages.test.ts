/**
 * Installs the packages as a merchant does: the packed packages, served by a registry on this machine, into folders
 * outside of the workspace. `npm run release:check` runs it.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../packages/platform/test/free-port.ts'
import { listPublished, pack } from '../../tools/pack.ts'
import { type Consumer, createConsumer, findOfflineReason } from './consumer.ts'
import { followQuickStart } from './follow-quick-start.ts'
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts'

const MODULES = join(import.meta.dirname, '../node_modules')
const TSC = join(MODULES, 'typescript/bin/tsc')
const VITE = join(MODULES, 'vite/bin/vite.js')

/** The size of the gateway and its dependencies; Node itself belongs to the machine. */
const INSTALLED_BYTES_MAX = 70_000_000

const offline = await findOfflineReason()
if (offline !== null) process.stderr.write(`The registry test is skipped: ${offline}.\n`)

const folder = mkdtempSync(join(tmpdir(), 'sluice-release-'))
let registry: LocalRegistry
beforeAll(async () => {
  registry = await startLocalRegistry(listPublished().map((name) => pack(name, folder)))
}, 300_000)
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

function open(env: Readonly<Record<string, string>> = {}): Consumer {
  const consumer = createConsumer({ 'npm_config_@sluice:registry': registry.url, ...env })
  onTestFinished(() => consumer.remove())
  return consumer
}

const READY = 'Sluice is ready at '

describe.skipIf(offline !== null)('packages from a registry', { timeout: 300_000 }, () => {
  it('the client compiles strictly and runs: bundler, nodenext and CommonJS', async () => {
    const shop = open()
    await shop.run('npm install @sluice/server-sdk')
    const source = `
      import { createClient, type Envelope, isGatewayError } from '@sluice/server-sdk'
      import { expressWebhook } from '@sluice/server-sdk/webhooks'
      export const kindOf = (envelope: Envelope): string => envelope.result?.status ?? 'open'
      declare const console: { log(...values: unknown[]): void }
      console.log(typeof createClient, typeof isGatewayError, typeof expressWebhook)`
    for (const [file, options] of [
      ['bundler.mts', '--module esnext --moduleResolution bundler'],
      ['nodenext.mts', '--module nodenext'],
      ['common.cts', '--module nodenext'],
    ] as const) {
      shop.write(file, source)
      await shop.run(`node ${TSC} --strict --skipLibCheck false --target es2023 ${options} ${file}`)
      const output = await shop.run(`node ${file.replace('ts', 'js')}`)
      expect(output.trim(), file).toBe('function function function')
    }
  })

  it('the loader of embedded fields is bundled by Vite, without dependencies', async () => {
    const shop = open()
    await shop.run('npm install @sluice/embedded-fields')
    expect(listInstalled(shop)).toEqual(['@sluice/embedded-fields'])
    shop.write('index.html', '<div id="card"></div><script type="module" src="/main.ts"></script>')
    shop.write(
      'main.ts',
      `import { loadEmbeddedFields } from '@sluice/embedded-fields'
       loadEmbeddedFields({ baseUrl: 'https://gateway.example' }).then((fields) => console.log(fields))`,
    )
    await shop.run(`node ${VITE} build --logLevel error`)
    const [script = ''] = readdirSync(join(shop.folder, 'dist/assets')).filter((name) => name.endsWith('.js'))
    expect(readFileSync(join(shop.folder, 'dist/assets', script), 'utf8')).toContain('embedded-fields')
    expect(statSync(join(shop.folder, 'dist/assets', script)).size).toBeLessThan(10_000)
  })

  it('the gateway installs without install scripts, within its size limit', async () => {
    const operator = open()
    await operator.run('npm install --ignore-scripts @sluice/gateway')
    const lock = JSON.parse(readFileSync(join(operator.folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
    }
    const scripted = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(scripted).toEqual([])
    const bytes = sizeOf(join(operator.folder, 'node_modules'))
    const readyMs = await operator.start('npx --no-install sluice-gateway start --port 0').waitFor(READY)
    process.stdout.write(
      `gateway: ${(bytes / 1e6).toFixed(1)} MB installed, ready in ${(readyMs / 1e3).toFixed(1)} s\n`,
    )
    expect(bytes).toBeLessThan(INSTALLED_BYTES_MAX)
  })

  it('npx starts the gateway in an empty directory', async () => {
    // Its own list of programs, with the machine's packages.
    const cache = join(folder, 'npx')
    mkdirSync(cache)
    const machine = (await open().run('npm config get cache')).trim()
    symlinkSync(join(machine, '_cacache'), join(cache, '_cacache'))
    const operator = open({ npm_config_cache: cache })
    await operator.start('npx --yes @sluice/gateway start --port 0').waitFor(READY)
    expect(readdirSync(operator.folder)).toEqual(['.sluice'])
  })

  it.each([
    ['node:test', '', 'node --test', `import test from 'node:test'`, 'createTestGateway'],
    ['vitest', 'vitest', 'npx vitest run', `import { test } from 'vitest'`, 'createTestGateway'],
    ['Jest, which has no ECMAScript modules', 'jest', 'npx jest', '', 'startGateway'],
  ])('the testing kit pays in %s', async (_runner, packages, command, imports, start) => {
    const shop = open()
    await shop.run(`npm install --save-dev @sluice/server-sdk @sluice/gateway ${packages}`)
    const names = `{ ${start}, sampleAuthorize, TEST_CARDS }`
    const kit = `'@sluice/server-sdk/testing'`
    shop.write(
      imports === '' ? 'shop.test.js' : 'shop.test.mjs',
      `${imports === '' ? `const ${names} = require(${kit})` : `${imports}\nimport ${names} from ${kit}`}
       test('a card is charged', async () => {
         const gateway = await ${start}()
         const client = gateway.client()
         const data = await client.encryptCard(TEST_CARDS.approved)
         const order = { terminal_id: gateway.credentials.terminal_id, reference: 'order-1' }
         const metadata = { simulated_flow: 'NO_3DS' }
         const { result } = await client.transactions.authorize({ ...sampleAuthorize(order, data), metadata })
         if (result?.processing_code !== '0000') throw new Error(JSON.stringify(result))
         await gateway.${start === 'startGateway' ? 'stop' : 'close'}()
       }, ${start === 'startGateway' || imports.includes('vitest') ? '60_000' : 'undefined'})`,
    )
    await shop.run(command)
  })

  it('the quick start, word for word: three commands, thirty lines, a challenge and a verified webhook', async () => {
    const shopPort = await findFreePort()
    const shop = open({ SLUICE_PORT: `${await findFreePort()}`, PORT: `${shopPort}` })
    await followQuickStart(shop, shopPort)
  })
})

/** The packages of a folder's `node_modules`. */
function listInstalled({ folder: home }: Consumer): readonly string[] {
  const modules = join(home, 'node_modules')
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    )
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0)
}
