/** Writes the samples of the documents into `site/samples`, where the type checker reads them with everything else. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeGeneratedPages } from './generated-pages.ts'
import { listModules } from './samples.ts'
import { readSources } from './sources.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, 'site/samples')

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const written = readSources(ROOT)
for (const [name, code] of listModules([...written, ...makeGeneratedPages(written)]))
  writeFileSync(join(FOLDER, name), code)
