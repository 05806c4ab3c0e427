import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import esbuild from 'rollup-plugin-esbuild'
import { thirdPartyOfPrograms } from '../../tools/third-party.ts'

// One script and one style sheet, both of which the document carries inline. Sister packages are read from their sources.

/** Safari 16.4, Chrome 111, Firefox 113 and younger, as the card fields. */
const TARGET = 'es2022'
const STYLE_TARGET = ['safari16.4', 'chrome111', 'firefox113']

/** The style sheets, in their order; those of an element are restricted to it. */
const STYLE_SHEETS = [
  { path: 'src/styles/page.css' },
  { path: 'src/styles/checkout.css' },
  { path: 'src/styles/payment-link.css' },
  { path: 'src/styles/result.css' },
  { path: '../embedded-fields/src/elements/card-form/card-form.css', element: 'sluice-card-form' },
  { path: '../embedded-fields/src/elements/method-list/method-list.css', element: 'sluice-method-list' },
  { path: 'src/styles/form-tokens.css' },
]

/** Style sheets that a module imports become text. */
const cssText = () => ({
  name: 'css-text',
  /** @param {string} id */
  async load(id) {
    return id.endsWith('.css') ? `export default ${JSON.stringify(await minifyCss(id))}` : null
  },
})

/** Cards are sealed with WebCrypto only; a page on an insecure origin must not take them. */
const withoutPortableSealing = () => ({
  name: 'without-portable-sealing',
  /** @param {string} source */
  resolveId: (source) => (source === './portable.ts' ? '\0no-portable-sealing' : null),
  /** @param {string} id */
  load: (id) => (id === '\0no-portable-sealing' ? 'export const portableSealing = undefined' : null),
})

const styleSheet = () => ({
  name: 'style-sheet',
  async generateBundle() {
    const sheets = STYLE_SHEETS.map(async ({ path, element }) => {
      const text = await readFile(fromHere(path), 'utf8')
      return element ? keepTo(element, text) : text
    })
    const source = await minify((await Promise.all(sheets)).join('\n'))
    this.emitFile({ type: 'asset', fileName: 'hosted-page.css', source })
  },
})

/** Prints how much a browser has to download. */
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

const minifyCss = async (path) => minify(await readFile(path, 'utf8'))

const minify = async (css) =>
  (await transform(css, { loader: 'css', minify: true, target: STYLE_TARGET })).code.trim()

/**
 * Nests the rules of one element under its name: in their own frames the elements need not know of each other. Keyframes
 * cannot be nested.
 *
 * @param {string} element
 * @param {string} css
 */
function keepTo(element, css) {
  const keyframes = /@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}/g
  return `${(css.match(keyframes) ?? []).join('\n')}\n${element} { ${css.replace(keyframes, '')} }`
}

const fromHere = (path) => new URL(path, import.meta.url).pathname

export default {
  input: fromHere('src/page/hosted-page.ts'),
  output: {
    dir: fromHere('dist'),
    entryFileNames: 'hosted-page.js',
    format: 'iife',
    inlineDynamicImports: true,
  },
  plugins: [
    cssText(),
    withoutPortableSealing(),
    nodeResolve({
      browser: true,
      // Said outright, or the plugin would take Lit's development build when NODE_ENV is not "production".
      exportConditions: ['@sluice/source', 'production'],
      extensions: ['.ts', '.js'],
    }),
    commonjs(),
    esbuild({ target: TARGET, tsconfig: false, sourceMap: false }),
    terser({ ecma: 2020, compress: { passes: 2 }, format: { comments: false, inline_script: true } }),
    styleSheet(),
    thirdPartyOfPrograms(fromHere('dist')),
    reportSize(),
  ],
}
