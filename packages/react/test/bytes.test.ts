import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** The size that the binding and the loader add to a shop's script, after brotli. */
const MAX_BYTES = 3_500

it('adds at most 3.5 kB to a shop, including the loader', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['react'],
    conditions: ['@sluice/source'],
  })
  expect(brotliCompressSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(MAX_BYTES)
})
