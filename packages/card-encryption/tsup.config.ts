import { defineConfig, type Options } from 'tsup'

const shared = {
  format: 'esm',
  // Keeps the portable library behind its dynamic import.
  splitting: true,
  target: 'es2022',
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
} satisfies Options

// Two builds that share no file: what is published for browsers must not contain code that opens.
export default defineConfig([
  { ...shared, entry: { index: 'src/encrypt.ts' }, outDir: 'dist/encrypt' },
  { ...shared, entry: { index: 'src/decrypt.ts' }, outDir: 'dist/decrypt', platform: 'node' },
])
