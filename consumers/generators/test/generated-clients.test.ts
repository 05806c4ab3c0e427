/** Clients that generators make from the OpenAPI document of a running gateway compile under strict settings, and pay. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROWSER_INFO } from '../../../packages/gateway/test/merchant-at-gateway.ts'
import { shop } from '../../../packages/gateway/test/shopper.ts'
import { startTestGateway, type TestGateway } from '../../../packages/gateway/test/test-gateway.ts'
import type { Begun, Order } from '../order.ts'
import { PROGRAMS } from '../programs.ts'

const run = promisify(execFile)
const HERE = join(import.meta.dirname, '..')
const MODULES = join(import.meta.dirname, '../../node_modules')
const PASSWORD = '1234'

/** Settings of a careful project. The runtime that `@hey-api/openapi-ts` adds does not compile with exact optional properties. */
const STRICT = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
}

let gateway: TestGateway
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-generators-'))
  gateway = await startTestGateway()
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${gateway.ready.base_url}/openapi.json`)).text())
  await copyFile(join(HERE, 'order.ts'), join(folder, 'order.ts'))
  await symlink(MODULES, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await createClient({ input: document, output: join(folder, 'hey-api'), logs: { level: 'silent' } })
  await writeFile(
    join(folder, 'openapi-typescript.ts'),
    astToString(await openapiTS(pathToFileURL(document))),
  )
})
afterAll(async () => {
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
})

async function makeOrder(): Promise<Order> {
  const { base_url, auth_url, realm, client_id, client_secret, terminal_id } = gateway.ready
  return {
    baseUrl: base_url,
    realmUrl: `${auth_url}/realms/${realm}`,
    clientId: client_id,
    clientSecret: client_secret,
    terminalId: terminal_id,
    reference: gateway.nextReference(),
    sealedCard: await gateway.seal(),
    fingerprintResult: FINGERPRINT_RESULTS.N,
    browserInfo: BROWSER_INFO,
  }
}

describe.each(Object.entries(PROGRAMS))('a client of %s', (generator, program) => {
  const name = generator.replace('@', '').replace('/', '-')
  beforeAll(() => writeFile(join(folder, `${name}.program.ts`), program))

  it('compiles under strict settings, with what it pays with', async () => {
    const compilerOptions = { ...STRICT, exactOptionalPropertyTypes: generator === 'openapi-typescript' }
    const config = join(folder, `${name}.tsconfig.json`)
    await writeFile(config, JSON.stringify({ compilerOptions, files: [`${name}.program.ts`] }))
    const compiler = join(MODULES, 'typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, '-p', config]).catch(
      (error: unknown) => error as { stdout: string },
    )
    expect(stdout).toBe('')
  })

  it('pays with a challenge by redirect, and reads both shapes of a 422', async () => {
    const outfile = join(folder, `${name}.mjs`)
    await build({
      entryPoints: [join(folder, `${name}.program.ts`)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    })
    const { begin } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as {
      begin(order: Order): Promise<Begun>
    }
    const { refusals, redirectUrl, transactionId, readStatus } = await begin(await makeOrder())
    expect(refusals).toEqual([
      '422 POST: amount must be between 1 and 999999999999',
      'INVALID 2003: payment_method.data.payment_method_id Payment method not found',
    ])
    const redirect = { transaction_id: transactionId, session_id: '', url: redirectUrl }
    const envelope = { action: null, redirect, form_submit: null, result: null }
    const merchant = { requestAuthentication: expect.fail, completeAuthentication: expect.fail }
    const { returnedTo } = await shop(envelope, merchant, [PASSWORD])
    expect(returnedTo).toBe('https://shop.example/return')
    expect(await readStatus()).toBe('APPROVED')
  })
})

it('puts the card first among the methods of authorize, by name', async () => {
  const types = await readFile(join(folder, 'hey-api/types.gen.ts'), 'utf8')
  expect(types).toContain('export type AuthorizeMethod = CardMethod |')
  expect(types).toContain('export type UnprocessableOrder = OrderValidationFailure | InvalidRequest;')
})
