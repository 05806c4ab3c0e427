import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'
import { httpWithoutFetch } from '../../tools/http-without-fetch.ts'
import { thirdParty } from '../../tools/third-party.ts'
import { trimSourceMaps } from '../../tools/trim-source-maps.ts'
import { zodInEnglish } from '../../tools/zod-in-english.ts'

/**
 * The packages whose built pages and scripts the gateway serves: they are shipped, and read from files next to its
 * program.
 */
const SERVED = ['embedded-fields', 'hpp-ui', 'portal']

/** The modules of those packages, which are in the gateway's own already, and their lists of what they hold. */
const MODULE = /^(assets|index)\.|^(cjs|docs)$|^third-party/

export default defineConfig({
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  clean: true,
  removeNodeProtocol: false,
  splitting: true,
  sourcemap: true,
  esbuildOptions(options) {
    options.conditions = ['@sluice/source', 'module']
  },
  esbuildPlugins: [
    zodInEnglish,
    httpWithoutFetch,
    thirdParty(
      'dist',
      SERVED.map((name) => join('..', name, 'dist')),
    ),
  ],
  onSuccess() {
    trimSourceMaps('dist')
    for (const name of SERVED) {
      const built = join('..', name, 'dist')
      for (const file of readdirSync(built).filter((entry) => !MODULE.test(entry)))
        cpSync(join(built, file), join('dist', file), { recursive: true })
    }
    // Units for systemd, nginx, container and manifests: they are of the version that is installed.
    cpSync(join('..', '..', 'deploy'), join('dist', 'deploy'), { recursive: true })
    return Promise.resolve()
  },
})
