import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** The inputs of a gateway build. Third-party packages stay in place. */
const READ = ['deploy', 'packages', 'tools', 'package.json', 'tsconfig.base.json', 'tsconfig.json']

const MANIFEST = 'packages/cli/package.json'
const MIGRATIONS = 'packages/gateway/src/composition/gateway-migrations.ts'

/** The differences between a release and the present sources. */
export interface Difference {
  readonly version: string
  /** Members of the list of migrations, as source text. */
  readonly migrations: string
}

/** The built program of the present sources. */
export const PRESENT_RELEASE: readonly string[] = [join(ROOT, 'packages/cli/dist/main.js')]

/**
 * Builds a later release from a copy of the present sources, which must be built. It is removed after the test.
 *
 * @returns the words that run it.
 */
export async function buildRelease({ version, migrations }: Difference): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Links between packages are relative, so they refer to the copies.
  for (const name of READ)
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  change(join(folder, MANIFEST), /"version": "[^"]+"/, `"version": "${version}"`)
  change(join(folder, MIGRATIONS), /\}\)\n$/, `${migrations}})\n`)
  await promisify(execFile)(process.execPath, ['--run', 'build'], {
    cwd: join(folder, 'packages/cli'),
    env: { ...process.env, SLUICE_DECLARATIONS: 'off' },
  })
  return [join(folder, 'packages/cli/dist/main.js')]
}

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!from.test(text)) throw new Error(`${file} has no ${String(from)}`)
  writeFileSync(file, text.replace(from, to))
}
