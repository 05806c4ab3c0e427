import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { httpWithoutFetch } from './http-without-fetch.ts'

const PROGRAM = `
  import http, { createServer } from 'node:http'
  const isLoaded = process.moduleLoadList.some((name) => name.includes('undici'))
  console.log(JSON.stringify([typeof createServer, createServer === http.createServer, isLoaded]))`

async function run(plugins: readonly (typeof httpWithoutFetch)[]): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [...plugins],
  })
  const program = outputFiles[0]?.text ?? ''
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

describe('a program that imports node:http', () => {
  it('loads no fetch when it is bundled', async () => {
    expect(await run([httpWithoutFetch])).toEqual(['function', true, false])
  })

  it('loads fetch otherwise', async () => {
    expect(await run([])).toEqual(['function', true, true])
  })
})
