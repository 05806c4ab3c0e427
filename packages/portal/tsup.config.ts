import { defineConfig } from 'tsup'

// Beside what rollup bundles for browsers; so nothing may be cleaned away.
export default defineConfig({
  entry: ['src/assets.ts'],
  format: 'esm',
  platform: 'node',
  target: 'es2023',
  clean: false,
  removeNodeProtocol: false,
})
