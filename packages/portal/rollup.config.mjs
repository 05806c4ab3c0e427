import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import esbuild from 'rollup-plugin-esbuild'
import { thirdPartyOfPrograms } from '../../tools/third-party.ts'

// One script and one style sheet. Sister packages are read from their sources.

/** Browsers of people at work: Safari 17.4, Chrome 123, Firefox 125 and younger have popovers and `light-dark()`. */
const TARGET = 'es2023'
const STYLE_TARGET = ['safari17.5', 'chrome123', 'firefox125']

/** In their order. */
const STYLE_SHEETS = [
  'base.css',
  'frame.css',
  'controls.css',
  'tables.css',
  'payment.css',
  'overview.css',
  'settings.css',
  'keys.css',
]

const styleSheet = () => ({
  name: 'style-sheet',
  async generateBundle() {
    const sheets = STYLE_SHEETS.map((name) => readFile(fromHere(`src/styles/${name}`), 'utf8'))
    const css = (await Promise.all(sheets)).join('\n')
    const { code } = await transform(css, { loader: 'css', minify: true, target: STYLE_TARGET })
    this.emitFile({ type: 'asset', fileName: 'portal.css', source: code.trim() })
  },
})

/** Says what a browser has to download. */
const reportSize = () => ({
  name: 'report-size',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const { fileName, code, source } of Object.values(bundle)) {
        const bytes = brotliCompressSync(code ?? source).length
        this.info(`${fileName}: ${(bytes / 1000).toFixed(1)} kB brotli`)
      }
    },
  },
})

const fromHere = (path) => new URL(path, import.meta.url).pathname

export default {
  input: fromHere('src/start.ts'),
  output: { dir: fromHere('dist'), entryFileNames: 'portal.js', format: 'es', inlineDynamicImports: true },
  plugins: [
    nodeResolve({
      browser: true,
      // Said outright, or the plugin would take Lit's development build when NODE_ENV is not "production".
      exportConditions: ['@sluice/source', 'production'],
      extensions: ['.ts', '.js'],
    }),
    esbuild({ target: TARGET, tsconfig: false, sourceMap: false }),
    terser({ ecma: 2020, module: true, compress: { passes: 2 }, format: { comments: false } }),
    styleSheet(),
    thirdPartyOfPrograms(fromHere('dist')),
    reportSize(),
  ],
}
