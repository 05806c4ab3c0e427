import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the page's components into one script, as a shop's own build does. */
export async function bundleCheckout(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('checkout.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['@sluice/source'],
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  return outputFiles[0]?.text ?? ''
}
