import { defineConfig, type Options } from 'tsup'

// Beside what rollup bundles for browsers; so nothing may be cleaned away.
const OPTIONS: Options = {
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  sourcemap: true,
  clean: false,
  removeNodeProtocol: false,
}

// Each by itself: what both hold would become a file of its own, and the package ships the first one alone.
export default defineConfig([
  { ...OPTIONS, entry: ['src/index.ts'] },
  { ...OPTIONS, entry: ['src/assets.ts'] },
])
