/**
 * Judges each published package as a consumer would find it: what is packed, whether `exports` leads there, whether the
 * types there are those of the code there, and nothing of the workspace is left in the manifest.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * How compilers look for types that we do not serve: resolution from before `exports`, and `require` compiled before
 * Node could require what we publish.
 */
const UNSERVED = ['node10', 'node16-cjs']

const folders = readdirSync('packages').map((name) => join('packages', name))
let problemCount = 0

function tell(name: unknown, problem: string): void {
  console.error(`${String(name)}: ${problem}`)
  problemCount += 1
}

interface Manifest extends Record<string, unknown> {
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>> | string>>
}

for (const pkgDir of folders) {
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Manifest
  if (manifest['private']) continue
  const { messages } = await publint({ pkgDir, pack: 'npm', strict: true, level: 'warning' })
  for (const message of messages)
    tell(manifest['name'], formatMessage(message, manifest, { color: false }) ?? message.code)
  for (const problem of await judgeTypes(pkgDir, manifest)) tell(manifest['name'], problem)
}
if (problemCount > 0) process.exitCode = 1

async function judgeTypes(pkgDir: string, { exports }: Manifest): Promise<string[]> {
  // What sister packages bundle from the sources leads nowhere for anybody else, on purpose.
  const excludeEntrypoints = Object.keys(exports).filter((path) =>
    Object.keys(exports[path] ?? {}).every((condition) => condition === '@sluice/source'),
  )
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pack-'))
  try {
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: pkgDir,
    })
    const [tarball = ''] = readdirSync(folder)
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, tarball))), {
      excludeEntrypoints,
    })
    if (!analysis.types) return ['has no types']
    return analysis.problems
      .filter((problem) => !('resolutionKind' in problem && UNSERVED.includes(problem.resolutionKind)))
      .map((problem) => `${problem.kind}: ${JSON.stringify(problem)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
