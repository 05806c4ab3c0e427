import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { compileScript, parse } from 'vue/compiler-sfc'

/** Compiles single-file components; a shop's own build has a plugin for that. */
const vueFiles: Plugin = {
  name: 'vue-files',
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { descriptor } = parse(await readFile(path, 'utf8'), { filename: path })
      const { content } = compileScript(descriptor, { id: path, inlineTemplate: true })
      return { contents: content, loader: 'ts' }
    })
  },
}

/** Bundles the page's components into one script. */
export async function bundleCheckout(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('checkout.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@sluice/source'],
    plugins: [vueFiles],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  })
  return outputFiles[0]?.text ?? ''
}
