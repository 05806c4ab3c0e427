import http from 'node:http'
import type { Plugin } from 'esbuild'

/** Exports that have a value. The others, `WebSocket` and its like, load something when they are read. */
const VALUES = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { get }]) =>
  get === undefined ? [name] : [],
)

const CONTENTS = [
  `const http = process.getBuiltinModule('node:http')`,
  'export default http',
  `export const { ${VALUES.join(', ')} } = http`,
].join('\n')

/**
 * Keeps a program that imports `node:http` from loading `fetch`: Node reads every export of a module that is imported, and
 * `WebSocket` is one, of the library behind `fetch`.
 *
 * @decision 0171
 */
export const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'http-without-fetch' } : null,
    )
    build.onLoad({ filter: /./, namespace: 'http-without-fetch' }, () => ({ contents: CONTENTS }))
  },
}
