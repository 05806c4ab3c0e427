/** The projects of the tests, with mutants in the code and a runner that tries them. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

import { defineConfig } from 'vitest/config'

import root from '../../vitest.config.ts'
import { ROOT } from '../stage.mjs'
import { QuickestFirst } from './quickest-first.ts'
import { trialFiles } from './trial-files.ts'

const folder = process.env['MUTANTS_FOLDER'] ?? ''
const code = JSON.parse(readFileSync(trialFiles(folder).code, 'utf8')) as Record<string, string>

const mutants = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform: (_: string, path: string) => code[relative(ROOT, path.split('?')[0] ?? '')],
}

const { projects = [], ...shared } = root.test ?? {}

/** A test that a mutant has blocked times out sooner than one on a busy machine. */
const LIMITS = {
  unit: { testTimeout: 15_000, hookTimeout: 15_000 },
  integration: { testTimeout: 60_000, hookTimeout: 60_000 },
}

export default defineConfig({
  ...root,
  root: ROOT,
  plugins: [mutants],
  test: {
    ...shared,
    sequence: { sequencer: QuickestFirst },
    // Modules that were loaded with mutants are of use to no other run.
    fsModuleCache: false,
    projects: projects.flatMap((project) => {
      if (typeof project !== 'object' || !('test' in project)) return []
      const name = project.test?.name
      if (name !== 'unit' && name !== 'integration') return []
      return [
        {
          ...project,
          test: {
            ...project.test,
            ...LIMITS[name],
            runner: 'tools/mutants/mutant-runner.ts',
            // One test at a time: a mutant is active for all of a process.
            maxWorkers: 1,
            maxConcurrency: 1,
            setupFiles: [
              'tools/vitest/property-runs.ts',
              'tools/mutants/property-runs.ts',
              'tools/vitest/resolve-localhost.ts',
            ],
            expect: { poll: { timeout: 10_000 } },
          },
        },
      ]
    }),
  },
})
