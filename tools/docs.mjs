/**
 * `npm run docs`: builds the documentation's site, into `site/dist` for any web server, and to where a gateway serves it below
 * `/docs` of its portal.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDependencies } from './install.mjs'
import { PINNED_NODE, ROOT, run, stage } from './stage.mjs'

const SITE = join(ROOT, 'site')
const GATEWAY_DIST = join(ROOT, 'packages/cli/dist')

/** Takes a second, so it is never skipped. */
export async function buildDocumentation() {
  await run(PINNED_NODE, ['--run', 'build'], { cwd: SITE })
  const served = join(GATEWAY_DIST, 'documentation')
  rmSync(served, { recursive: true, force: true })
  cpSync(join(SITE, 'dist'), served, { recursive: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await stage('install', () => installDependencies())
    await stage('docs', buildDocumentation)
    console.log(
      '\nsite/dist has the files. A gateway that is started now serves them at /docs of its portal.',
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
