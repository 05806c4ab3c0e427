/** Writes the documentation's site into `site/dist`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from './build-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIST = join(ROOT, 'site/dist')

const files = await buildSite(ROOT)
rmSync(DIST, { recursive: true, force: true })
for (const [name, content] of files) {
  mkdirSync(dirname(join(DIST, name)), { recursive: true })
  writeFileSync(join(DIST, name), content)
}
process.stdout.write(`${files.size} files in site/dist\n`)
