import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'
import { httpWithoutFetch } from '../../tools/http-without-fetch.ts'
import { thirdParty } from '../../tools/third-party.ts'
import { trimSourceMaps } from '../../tools/trim-source-maps.ts'
import { zodInEnglish } from '../../tools/zod-in-english.ts'

/** The packages whose built pages and scripts the gateway serves: they go along, and are read from beside its program. */
const SERVED = ['embedded-fields', 'hpp-ui', 'portal']

/** The modules of those packages, which are in the gateway's own already, and their lists of what they hold. */
const MODULE = /^(assets|index)\.|^(cjs|docs)$|^third-party/

export default defineConfig({
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && {
    entry: { index: 'src/index.ts' },
    // Sister packages are not installed along with the gateway: their types are read as if they were its own.
    compilerOptions: {
      paths: {
        '@sluice/gateway-core': ['../gateway/src/index.ts'],
        '@sluice/identity': ['../identity/src/index.ts'],
        '@sluice/identity/*': ['../identity/src/*.ts'],
        '@sluice/portal-api': ['../portal-api/src/index.ts'],
        '@sluice/portal-api/failed-requests': ['../portal-api/src/failed-requests/index.ts'],
        '@sluice/platform/*': ['../platform/src/*.ts'],
        '@sluice/shared/*': ['../shared/src/*.ts'],
        '@sluice/simulators': ['../simulators/src/index.ts'],
        '@sluice/texts/*': ['../texts/src/catalogue/*.ts'],
        '@sluice/types': ['../types/src/index.ts'],
        '@sluice/types/vocabulary': ['../types/src/vocabulary/index.ts'],
        '@sluice/types/openapi': ['../types/src/openapi.ts'],
        '@sluice/card-encryption/encrypt': ['../card-encryption/src/encrypt.ts'],
        '@sluice/card-encryption/decrypt': ['../card-encryption/src/decrypt.ts'],
        '@sluice/embedded-fields/assets': ['../embedded-fields/src/assets.ts'],
        '@sluice/hpp-ui/assets': ['../hpp-ui/src/assets.ts'],
        '@sluice/portal/assets': ['../portal/src/assets.ts'],
        '@sluice/provider-protocol': ['../provider-protocol/src/index.ts'],
      },
    },
  },
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
