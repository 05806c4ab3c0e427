import { execFile } from 'node:child_process'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, Script } from 'node:vm'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack, unpack } from '../../tools/pack.ts'
import { installPackedClient, type Project } from '../packed-client.ts'

const run = promisify(execFile)
const MODULES = join(import.meta.dirname, '../node_modules')
const NODE_22 = join(MODULES, 'node-22/bin/node')

/** Three forms of the same: ECMAScript modules, CommonJS, and source maps. Most are validators that the first call loads. */
const INSTALLED_BYTES_MAX = 5_900_000

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
}

describe('the packed client in a project that installs it', () => {
  let project: Project
  let manifest: Manifest
  const write = (name: string, text: string) => writeFile(join(project.folder, name), text)
  const node = async (file: string, command = process.execPath) =>
    (await run(command, [file], { cwd: project.folder })).stdout.trim()

  /** The output of the compiler. */
  const compile = async (compilerOptions: object, file: string, typescript = 'typescript') => {
    await write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    const compiler = join(MODULES, typescript, 'bin/tsc')
    const ended = run(process.execPath, [compiler, '-p', '.'], { cwd: project.folder })
    return (await ended.catch((error: unknown) => error as { stdout: string })).stdout
  }

  beforeAll(async () => {
    project = await installPackedClient()
    const path = join(project.folder, 'node_modules/@sluice/server-sdk/package.json')
    manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  })
  afterAll(() => project.remove())

  it('has no dependencies, and stays small', async () => {
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([])
    const folder = join(project.folder, 'node_modules/@sluice/server-sdk')
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(INSTALLED_BYTES_MAX)
  })

  it('works by import and by require, on Node 22 and 24', async () => {
    await write(
      'esm.mjs',
      `import { createClient } from '@sluice/server-sdk'; console.log(typeof createClient)`,
    )
    await write(
      'cjs.cjs',
      `const { createClient } = require('@sluice/server-sdk'); console.log(typeof createClient)`,
    )
    for (const command of [process.execPath, NODE_22]) {
      expect(await node('esm.mjs', command)).toBe('function')
      expect(await node('cjs.cjs', command)).toBe('function')
    }
  })

  it('resolves every export to a module that can be imported alone', async () => {
    const optional = ['./opentelemetry', './testing/msw', './package.json']
    const paths = Object.keys(manifest.exports).filter((path) => !optional.includes(path))
    const imports = paths.map((path) => `await import('@sluice/server-sdk${path.slice(1)}')`)
    await write('all.mjs', `${imports.join('\n')}\nconsole.log('loaded')`)
    expect(await node('all.mjs')).toBe('loaded')
  })

  it('loads schemas and HTTP library only with the first call', async () => {
    await write(
      'loaded.mjs',
      `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
await import('@sluice/server-sdk')
console.log(JSON.stringify(loaded))`,
    )
    const urls = JSON.parse(await node('loaded.mjs')) as string[]
    const sizes = await Promise.all(
      urls.filter((url) => url.startsWith('file:')).map(async (url) => (await readFile(new URL(url))).length),
    )
    // All of it together is over a megabyte.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
  })

  it('reports what is missing to a test without the gateway', async () => {
    await write(
      'no-gateway.mjs',
      `import { createTestGateway } from '@sluice/server-sdk/testing'
await createTestGateway().catch((error) => console.log(error.message))`,
    )
    expect(await node('no-gateway.mjs')).toContain('install @sluice/gateway as a development dependency')
  })

  describe('bundled', () => {
    const entry = `import { createClient } from '@sluice/server-sdk'; globalThis.sluice = createClient`
    const browser = () => ({
      window: {},
      document: {},
      URL,
      fetch,
      crypto,
      TextEncoder,
      AbortSignal,
      performance,
    })

    async function bundle(platform: 'neutral' | 'browser'): Promise<string> {
      await write('entry.mjs', entry)
      const { outputFiles } = await build({
        absWorkingDir: project.folder,
        entryPoints: ['entry.mjs'],
        bundle: true,
        write: false,
        platform,
        format: 'iife',
        logLevel: 'error',
      })
      return outputFiles[0]?.text ?? ''
    }

    it('by esbuild, works on a server and throws an explanation in a page', async () => {
      const scope = createContext({ URL, fetch, crypto, TextEncoder, AbortSignal, performance })
      new Script(await bundle('neutral')).runInContext(scope)
      expect(typeof Reflect.get(scope, 'sluice')).toBe('function')

      const page = new Script(await bundle('browser'))
      expect(() => page.runInContext(createContext(browser()))).toThrow(/client secret/)
    })

    it('by rollup, works and requires nothing of Node', async () => {
      await write('entry.mjs', entry)
      const warnings: string[] = []
      const result = await rollup({
        input: join(project.folder, 'entry.mjs'),
        plugins: [nodeResolve()],
        onwarn: ({ message, code }) => void (code === 'CIRCULAR_DEPENDENCY' || warnings.push(message)),
      })
      const { output } = await result.generate({ format: 'esm' })
      expect(warnings).toEqual([])
      expect(output.flatMap((chunk) => ('imports' in chunk ? chunk.imports : []))).not.toContain('node:fs')
    })
  })

  // Checking the libraries takes a compiler seconds, and finds the same in every project.
  it.each([
    ['bundler', 'ESNext', false],
    ['node16', 'node16', true],
    // As CommonJS, where `import` becomes `require`.
    ['node16', 'node16', true, 'shop.cts'],
    ['nodenext', 'nodenext', true, 'shop.cts'],
    ['node10', 'commonjs', true, 'shop.ts'],
  ])(
    'has types for moduleResolution %s',
    async (moduleResolution, module, skipLibCheck, file = 'shop.mts') => {
      await write(file, TYPED_SHOP)
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        // TypeScript 6 deprecates these settings, which projects still use.
        ...(moduleResolution === 'node10' && { ignoreDeprecations: '6.0' }),
        skipLibCheck,
        types: [],
      }
      expect(await compile(compilerOptions, file)).toBe('')
    },
  )

  it('includes the types that it needs in a project with Node types and without browser types', async () => {
    await write(
      'server.mts',
      `import { createClient } from '@sluice/server-sdk'
       import '@sluice/server-sdk/three-ds'
       import '@sluice/server-sdk/wallets'
       import '@sluice/server-sdk/webhooks'
       createClient.fromEnv({ privateKey: { kty: 'EC', crv: 'P-256', x: '', y: '', d: '', kid: 'key-1' } })
       // @ts-expect-error -- A number is no key.
       createClient.fromEnv({ privateKey: 5 })`,
    )
    const compilerOptions = {
      module: 'nodenext',
      lib: ['es2023'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      typeRoots: [join(MODULES, '@types')],
      types: ['node'],
    }
    expect(await compile(compilerOptions, 'server.mts')).toBe('')
  })

  it('has types for TypeScript 5.4, including sealing, opening and the loader of a page', async () => {
    const modules = join(project.folder, 'node_modules/@sluice')
    for (const name of ['card-encryption', 'embedded-fields'])
      await rename(unpack(pack(name, project.folder), project.folder), join(modules, name))
    await write(
      'older.mts',
      `${TYPED_SHOP}
       import '@sluice/server-sdk/three-ds'
       import '@sluice/server-sdk/three-ds/browser'
       import '@sluice/server-sdk/wallets'
       import { sealCard } from '@sluice/card-encryption/encrypt'
       import { importPrivateKey, openField } from '@sluice/card-encryption/decrypt'
       import { loadEmbeddedFields } from '@sluice/embedded-fields'
       void [sealCard, importPrivateKey, openField, loadEmbeddedFields]`,
    )
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      strict: true,
      noEmit: true,
      // Errors in a declaration are reported only there.
      skipLibCheck: false,
      types: [],
    }
    expect(await compile(compilerOptions, 'older.mts', 'typescript-5')).toBe('')
  })

  it('links every reference in its types to a heading of a document that it contains', async () => {
    const folder = join(project.folder, 'node_modules')
    const client = join(folder, '@sluice/server-sdk/dist')
    const files = (await readdir(client, { recursive: true })).filter((file) => /\.d\.c?ts$/.test(file))
    const texts = await Promise.all(files.map((file) => readFile(join(client, file), 'utf8')))
    const references = texts.flatMap((text) => [...text.matchAll(/@see ([\w@/.-]+\.md)(?:#([\w-]+))?/g)])
    expect(references.length).toBeGreaterThan(100)
    for (const [reference, file = '', anchor] of references) {
      const headings = (await readFile(join(folder, file), 'utf8')).matchAll(/^#+ (.+)$/gm)
      const anchors = [...headings].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      if (anchor !== undefined) expect(anchors, reference).toContain(anchor)
    }
    expect(texts.join('')).not.toContain('@decision')
  })

  it('packs what is needed and nothing else', async () => {
    const files = await readdir(join(project.folder, 'node_modules/@sluice/server-sdk'), { recursive: true })
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([])
    expect(files).toContain('README.md')
  })
})

/** Uses what a shop uses; a wrong line must not compile. */
const TYPED_SHOP = `
import { type AuthorizeRequest, createClient, isGatewayError, type Envelope, toMinorUnits } from '@sluice/server-sdk'
import { verifyWebhook, type WebhookEvent } from '@sluice/server-sdk/webhooks'
import { expectNoCardData, TEST_CARDS } from '@sluice/server-sdk/testing'

const client = createClient({ baseUrl: '', authUrl: '', realm: '', clientId: '', clientSecret: '' })

export async function pay(): Promise<Envelope> {
  const data = await client.encryptCard(TEST_CARDS.approved)
  return client.transactions.authorize({
    terminal_id: 'T00000000001',
    reference: 'order-1',
    currency: 'EUR',
    amount: toMinorUnits('18.50', 'EUR'),
    transaction_type: 'PURCHASE',
    payment_method: { type: 'card', data },
    browser_info: {
      user_agent: 'Mozilla/5.0',
      accept_header: '*/*',
      java_enabled: false,
      color_depth: 24,
      screen_height: 900,
      screen_width: 1440,
      time_zone_offset: -60,
      language: 'sv-SE',
    },
  })
}

// @ts-expect-error -- A card needs browser_info.
const withoutBrowser: AuthorizeRequest = {
  terminal_id: 'T00000000001',
  reference: 'order-1',
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  payment_method: { type: 'card', data: { ...({} as AuthorizeCardData) } },
}
void withoutBrowser

type AuthorizeCardData = Extract<AuthorizeRequest['payment_method'], { type: 'card' }>['data']

export const receive = (body: string, headers: Headers): Promise<WebhookEvent> => verifyWebhook(body, headers, 'whsec_')
export const codeOf = (error: unknown) => (isGatewayError(error) ? error.code : expectNoCardData(String(error)))

// @ts-expect-error a number may have been rounded already
toMinorUnits(18.5, 'EUR')
// @ts-expect-error no such currency
toMinorUnits('18.50', 'EURO')
// @ts-expect-error an amount is whole
void client.transactions.manage({ transaction_type: 'REFUND', terminal_id: 'T00000000001', reference: 'order-1', currency: 'EUR', amount: 18.5 })
// @ts-expect-error no such member
void client.sessions.create({ colour: 'blue' })
`
