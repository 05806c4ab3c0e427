import commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import esbuild from 'rollup-plugin-esbuild'
import { thirdPartyOfPrograms } from '../../tools/third-party.ts'

// Programs, each in one piece: a frame cannot share the connection of the page around it, so every file more would cost a round
// trip; only what few sessions need is a file of its own. Sister packages are read from their sources.

/** Safari 16.4, Chrome 111, Firefox 113 and younger: everything that has WebCrypto, subgrid aside. */
const TARGET = 'es2022'

/** They only make checks of messages. @see src/protocol/shape.ts */
const PURE_FUNCTIONS = ['text', 'count', 'oneOf', 'nullable', 'record', 'object', 'textMap', 'reader']

/** Style sheets become text. */
const cssText = () => ({
  name: 'css-text',
  /** @param {string} id */
  async load(id) {
    return id.endsWith('.css') ? `export default ${JSON.stringify(await minifyCss(id))}` : null
  },
})

/**
 * The card frame seals with WebCrypto only. The portable implementation would weigh as much as everything else, for
 * pages on insecure origins, which must not take cards.
 */
const withoutPortableSealing = () => ({
  name: 'without-portable-sealing',
  /** @param {string} source */
  resolveId: (source) => (source === './portable.ts' ? '\0no-portable-sealing' : null),
  /** @param {string} id */
  load: (id) => (id === '\0no-portable-sealing' ? 'export const portableSealing = undefined' : null),
})

/**
 * A module of constants that are made of others: its values are written out, so that what they are made of stays out.
 *
 * @param {string} path
 */
const evaluated = (path) => ({
  name: 'evaluated',
  /** @param {string} id */
  async load(id) {
    if (!id.endsWith(path)) return null
    const constants = Object.entries(await import(id)).filter(([, value]) => typeof value !== 'function')
    return constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
  },
})

/**
 * Languages other than English become lists of their texts.
 *
 * @see ../texts/src/in-order-of.ts
 */
const textsAsLists = () => ({
  name: 'texts-as-lists',
  /** @param {string} id */
  async load(id) {
    const [, path, area] = /^(.*\/texts\/src\/)(?!en\/)\w\w\/([\w-]+\.ts)$/.exec(id) ?? []
    if (path === undefined) return null
    const { listOf } = await import(`${path}in-order-of.ts`)
    const [english, own] = await Promise.all([import(`${path}en/${area}`), import(id)])
    const lists = Object.keys(own).map((name) => {
      const list = listOf(english[name], own[name])
      if (list === null)
        throw new Error(`${id}: ${name} must have the names of the English texts, in their order`)
      return `export const ${name} = /* @__PURE__ */ inOrderOf(english.${name}, ${JSON.stringify(list)})`
    })
    return [
      `import { inOrderOf } from '${path}in-order-of.ts'`,
      `import * as english from '${path}en/${area}'`,
      ...lists,
    ].join('\n')
  },
})

/**
 * Writes a document around the script: style and script inline, so that a policy can name them by their hashes.
 *
 * @param {string} fileName
 * @param {readonly string[]} styleSheets
 */
const inlineDocument = (fileName, styleSheets) => ({
  name: 'inline-document',
  async generateBundle(_options, bundle) {
    const [chunk] = Object.values(bundle)
    const style = (await Promise.all(styleSheets.map(minifyCss))).join('')
    const script = chunk.code.trim().replaceAll('</script', '<\\/script')
    delete bundle[chunk.fileName]
    this.emitFile({ type: 'asset', fileName, source: documentOf(style, script) })
  },
})

// Has no viewport: browsers use that of the page around a frame.
const documentOf = (style, script) =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card details</title>' +
  `<style>${style}</style></head><body><script>${script}</script></body></html>\n`

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

const minifyCss = async (path) =>
  (await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target: TARGET })).code.trim()

const fromHere = (path) => new URL(path, import.meta.url).pathname

const thirdParty = thirdPartyOfPrograms(fromHere('dist'))

/**
 * @param {string} input
 * @param {string} fileName
 * @param {readonly import('rollup').Plugin[]} plugins
 * @param {object} [options]
 * @param {'iife' | 'es'} [options.format] - `es` for what a program imports
 * @param {readonly string[]} [options.conditions] - of package exports; `frame`: the document brings the texts
 */
const program = (input, fileName, plugins = [], { format = 'iife', conditions = [] } = {}) => ({
  input: fromHere(input),
  output: {
    dir: fromHere('dist'),
    entryFileNames: fileName,
    format,
    inlineDynamicImports: true,
  },
  // A program carries the lists of the messages that it reads, not those of the others.
  treeshake: { manualPureFunctions: PURE_FUNCTIONS },
  plugins: [
    cssText(),
    evaluated('/src/locales/page-texts.ts'),
    evaluated('/src/refusal-frame/refusal-texts.ts'),
    evaluated('/src/installments/installment-texts.ts'),
    textsAsLists(),
    withoutPortableSealing(),
    nodeResolve({
      browser: true,
      // Said outright, or the plugin would take Lit's development build when NODE_ENV is not "production".
      exportConditions: ['@sluice/source', 'production', ...conditions],
      extensions: ['.ts', '.js'],
    }),
    commonjs(),
    esbuild({ target: TARGET, tsconfig: false, sourceMap: false }),
    // Not always `module: true`: it would drop what an IIFE leaves on `window`.
    terser({
      ecma: 2020,
      module: format === 'es',
      compress: { passes: 3, inline: 1 },
      format: { comments: false },
    }),
    thirdParty,
    ...plugins,
    reportSize(),
  ],
})

const OF_A_FRAME = { conditions: ['frame'] }

export default [
  program('src/merchant-page/embedded-fields.ts', 'embedded-fields.js'),
  program(
    'src/secure-frame/secure-frame.ts',
    'secure-frame.js',
    [
      inlineDocument('card-frame.html', [
        fromHere('src/secure-frame/card-frame.css'),
        fromHere('src/elements/card-form/card-form.css'),
      ]),
    ],
    OF_A_FRAME,
  ),
  program('src/installments/installments.ts', 'installments.js', [], { format: 'es' }),
  program('src/secure-frame/find-low-contrast.ts', 'low-contrast.js', [], { format: 'es' }),
  program(
    'src/methods-frame/methods-frame.ts',
    'methods-frame.js',
    [
      inlineDocument('methods-frame.html', [
        fromHere('src/secure-frame/card-frame.css'),
        fromHere('src/methods-frame/methods-frame.css'),
        fromHere('src/elements/method-list/method-list.css'),
        fromHere('src/elements/wallet-button/wallet-button.css'),
      ]),
    ],
    OF_A_FRAME,
  ),
  program('src/refusal-frame/refusal-frame.ts', 'refusal-frame.js', [
    inlineDocument('refusal-frame.html', [fromHere('src/refusal-frame/refusal-frame.css')]),
  ]),
  program('src/wallets/simulated/pay.ts', 'simulated-wallets/pay.js'),
  program('src/wallets/simulated/apple-pay-session.ts', 'simulated-wallets/apple-pay-session.js'),
  program('src/wallets/simulated/sheet.ts', 'simulated-wallets/sheet.js'),
  program(
    'src/three-ds-frame/three-ds-frame.ts',
    'three-ds-frame.js',
    [inlineDocument('three-ds-frame.html', [fromHere('src/three-ds-frame/three-ds-frame.css')])],
    OF_A_FRAME,
  ),
]
