import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Builds what a merchant's page loads if it imports peers from npm: one minified script. */
export async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
