import type { KnipConfig } from 'knip'

/** What nothing imports, in the package whose surface merchants see. `npm run unused`. */
export default {
  workspaces: {
    'packages/server-sdk': {
      entry: [
        'src/{index,opentelemetry/index,three-ds/index,three-ds/browser/index,wallets/index,webhooks/index}.ts',
        'src/testing/{index,cypress,msw,playwright}.ts',
      ],
      project: ['src/**/*.ts', '!src/**/*.test.ts'],
    },
  },
  include: ['files', 'exports', 'types', 'duplicates'],
  // A type is exported so that a signature can name it.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig
