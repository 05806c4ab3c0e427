import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { transform } from 'esbuild'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import esbuild from 'rollup-plugin-esbuild'
import { thirdPartyOfPrograms } from '../../tools/third-party.ts'

// One script, what it loads later, and one style sheet. Sister packages are read from their sources.

/** Browsers of people at work: Safari 17.4, Chrome 123, Firefox 125 and younger have popovers and `light-dark()`. */
const TARGET = 'es2023'
const STYLE_TARGET = ['safari17.5', 'chrome123', 'firefox125']

const minify = async (path) => {
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'css',
    minify: true,
    target: STYLE_TARGET,
  })
  return code.trim()
}

/** The tokens, which the document loads before the program. */
const tokens = () => ({
  name: 'tokens',
  async generateBundle() {
    const source = await minify(fromHere('src/design/tokens.css'))
    this.emitFile({ type: 'asset', fileName: 'portal.css', source })
  },
})

const INLINE = '?inline'

/** The texts of style sheets, as Vite reads them. */
const inlineStyles = () => ({
  name: 'inline-styles',
  resolveId: (source, importer) => (source.endsWith(INLINE) ? join(dirname(importer), source) : null),
  async load(id) {
    if (!id.endsWith(INLINE)) return null
    return `export default ${JSON.stringify(await minify(id.slice(0, -INLINE.length)))}`
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

const fromHere = (path) => new URL(path, import.meta.url).pathname

const ENTRY = fromHere('src/start.ts')
const LATER = 'portal-pages'

/** The names have hashes: those of an earlier build would stay. */
const removeEarlier = () => ({
  name: 'remove-earlier',
  buildStart: () => rm(fromHere(`dist/${LATER}`), { recursive: true, force: true }),
})

/** Puts what several pages need, and the first view does not, into one file instead of many small ones. */
function shareOne(id, { getModuleInfo, getModuleIds }) {
  if (modulesOf(ENTRY, getModuleInfo).has(id)) return 'portal'
  const later = new Set([...getModuleIds()].flatMap((one) => getModuleInfo(one).dynamicallyImportedIds))
  const users = [...later].filter((one) => modulesOf(one, getModuleInfo).has(id))
  return users.length > 1 ? 'shared' : null
}

/** The modules that are loaded with one. */
function modulesOf(entry, getModuleInfo) {
  const found = new Set([entry])
  for (const id of found) for (const imported of getModuleInfo(id).importedIds) found.add(imported)
  return found
}

export default {
  input: ENTRY,
  output: {
    dir: fromHere('dist'),
    entryFileNames: 'portal.js',
    chunkFileNames: `${LATER}/[name]-[hash].js`,
    format: 'es',
    manualChunks: shareOne,
    onlyExplicitManualChunks: true,
  },
  plugins: [
    removeEarlier(),
    inlineStyles(),
    nodeResolve({
      browser: true,
      // Said outright, or the plugin would take Lit's development build when NODE_ENV is not "production".
      exportConditions: ['@sluice/source', 'production'],
      extensions: ['.ts', '.js'],
    }),
    esbuild({ target: TARGET, tsconfig: false, sourceMap: false }),
    terser({ ecma: 2020, module: true, compress: { passes: 2 }, format: { comments: false } }),
    tokens(),
    thirdPartyOfPrograms(fromHere('dist')),
    reportSize(),
  ],
}
