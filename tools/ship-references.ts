/**
 * Run in the folder of a package after its build: the documents that its declarations refer to go along in `dist/docs`,
 * and the references lead there, so that a reader of the installed package can open them.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const DOCS = join(import.meta.dirname, '../docs')

const REFERENCE = /(?<![\w/])docs\/((?:[a-z-]+\/)?[a-z-]+\.md)/g

/** Leads to a record of the repository, which no package holds. */
const DECISION = /^ *\* @decision .*\n/gm

const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly name: string }
const declarations = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.d\.c?ts$/.test(file))
  .map((file) => join('dist', file))

const referred = new Set<string>()
for (const file of declarations) {
  const text = readFileSync(file, 'utf8').replaceAll(DECISION, '')
  const shipped = text.replaceAll(REFERENCE, (_, document: string) => {
    referred.add(document)
    return `${name}/dist/docs/${document}`
  })
  writeFileSync(file, shipped)
}

rmSync('dist/docs', { recursive: true, force: true })
for (const document of referred) {
  if (!existsSync(join(DOCS, document)))
    throw new Error(`A declaration refers to docs/${document}, which is missing`)
  const shipped = join('dist/docs', document)
  mkdirSync(dirname(shipped), { recursive: true })
  copyFileSync(join(DOCS, document), shipped)
}
