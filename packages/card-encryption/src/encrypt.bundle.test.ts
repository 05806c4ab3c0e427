import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

/**
 * The size of the script that a browser downloads before it can seal with an HPKE-7 key: minified, brotli. SHA-256 and
 * reading key sets are a third of it, messages for developers a sixth. 3,690 bytes when the limit was set.
 */
const MAIN_CHUNK_BUDGET_BYTES = 3_800

/** Texts that survive minification, by what each would betray. */
const FORBIDDEN = {
  'opening a field': 'decrypt_error',
  'choosing a private key': 'unknown_key',
  'a cipher that opens': 'createDecipheriv',
  'reading a plaintext': 'TextDecoder',
  'the JWE form': 'A256GCM',
  Node: 'node:crypto',
  'the portable library': 'expand 32-byte k',
}

interface Bundle {
  /** The entry point, which is downloaded at once. */
  readonly main: string
  readonly mainInputs: readonly string[]
  readonly mainImports: readonly { path: string; kind: string }[]
  readonly everything: string
}

async function bundle(source: string, platform: 'browser' | 'node'): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform,
    target: 'es2022',
    outdir: 'out',
  })
  const [path = '', main] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint) ?? []
  const file = outputFiles.find((output) => output.path.endsWith(path))
  if (main === undefined || file === undefined) throw new Error('esbuild wrote no entry point')
  return {
    main: file.text,
    mainInputs: Object.keys(main.inputs),
    mainImports: main.imports,
    everything: outputFiles.map((output) => output.text).join('\n'),
  }
}

describe('bundle of /encrypt for browsers', () => {
  let encrypt: Bundle

  beforeAll(async () => {
    encrypt = await bundle('./encrypt.ts', 'browser')
  })

  it('holds nothing that opens, nothing of Node and nothing of the portable library', () => {
    const leaked = Object.entries(FORBIDDEN).filter(([, text]) => encrypt.main.includes(text))
    expect(leaked).toEqual([])
    expect(encrypt.main).not.toMatch(/\bdecrypt\b|\bBuffer\b|\bprocess\b|\brequire\b/)
    expect(
      encrypt.mainInputs.filter((input) => /node_modules|decrypt|open|jwe|private|\/node\.ts/.test(input)),
    ).toEqual([])
  })

  it('would notice: each forbidden text occurs in the module that it belongs to', async () => {
    const decrypt = await bundle('./decrypt.ts', 'node')
    const elsewhere = decrypt.everything + encrypt.everything
    expect(Object.values(FORBIDDEN).filter((text) => !elsewhere.includes(text))).toEqual([])
  })

  it('imports one other chunk, the portable library, and that only when it is needed', () => {
    expect(encrypt.mainImports).toEqual([
      { path: expect.stringContaining('portable') as string, kind: 'dynamic-import' },
    ])
  })

  it('stays within its budget', () => {
    expect(brotliCompressSync(encrypt.main).length).toBeLessThanOrEqual(MAIN_CHUNK_BUDGET_BYTES)
  })
})
