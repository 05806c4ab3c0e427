/**
 * `npm run bundles`: what the portal's first program may weigh, and the pages that it may hold. All others are loaded when they are
 * opened: an import in the wrong place would bring them back.
 */
import { brotliCompressSync } from 'node:zlib'
import { rollup } from 'rollup'

import config from './rollup.config.mjs'

/** After brotli at its highest level, as the gateway sends it. */
const MAX_BYTES = 40_900

/** The page that people open first, and the ones shown in place of a page. */
const FIRST_PAGES = ['portal-late-page', 'portal-note-page', 'portal-payments-page']

/** They write into the folder of the build. */
const WRITERS = new Set(['remove-earlier', 'third-party', 'report-size'])

const build = await rollup({
  input: config.input,
  plugins: config.plugins.filter(({ name }) => !WRITERS.has(name)),
})
const { output } = await build.generate(config.output)
const [{ code, imports }, ...others] = output

const bytes = brotliCompressSync(code).length
process.stdout.write(`portal.js: ${bytes} of ${MAX_BYTES} bytes\n`)

const pages = pagesIn(code)
const complaints = [
  ...(bytes > MAX_BYTES ? [`weighs ${bytes - MAX_BYTES} bytes too many. See what was added to it.`] : []),
  ...(pages.join() === FIRST_PAGES.join()
    ? []
    : [`has the pages ${pages.join(', ')}, not ${FIRST_PAGES.join(', ')}. Look for what imports them.`]),
  ...imports.map((name) => `loads ${name} before anything is shown.`),
  ...(others.some((part) => part.type === 'chunk' && pagesIn(part.code).length > 0)
    ? []
    : ['has no page that is loaded later: elements are no longer found by their definitions.']),
]
for (const complaint of complaints) process.stderr.write(`portal.js ${complaint}\n`)
process.exitCode = complaints.length > 0 ? 1 : 0

/**
 * @param {string} program
 * @returns {string[]} the elements of pages that it defines
 */
function pagesIn(program) {
  return [...program.matchAll(/customElements\.define\(["'`](portal-[\w-]+-page)["'`]/g)]
    .map(([, name]) => name)
    .toSorted()
}
