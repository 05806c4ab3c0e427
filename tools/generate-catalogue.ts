/**
 * Writes `packages/texts/src/catalogue` from the folders of the languages: one table per area, in which every language
 * stands by its locale. A new language is a new folder, and nothing else is edited.
 *
 * Run by `npm run contract`; a test compares.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import ts from 'typescript'

const SOURCES = join(import.meta.dirname, '../packages/texts/src')

export const CATALOGUE_FOLDER = join(SOURCES, 'catalogue')

/** What every language says, and what all others say too. */
const FIRST = 'en'

/** Folders that hold no language. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(['areas', 'catalogue'])

const HEADER =
  '// Written by `npm run contract` from the folders of the languages beside this one; change those.\n\n'

/** The files of the catalogue by their names. */
export async function generateCatalogue(): Promise<ReadonlyMap<string, string>> {
  const languages = await readLanguages()
  const areas = readdirSync(join(SOURCES, FIRST)).filter((file) => file !== 'language.ts')
  const files = [
    ['languages.ts', writeLanguages(languages)] as const,
    ...areas.map((area) => [area, writeArea(area, languages)] as const),
  ]
  return new Map(
    await Promise.all(files.map(async ([name, text]) => [name, await formatted(name, text)] as const)),
  )
}

interface NamedLanguage {
  readonly code: string
  readonly locale: string
  readonly ownName: string
}

/** English first, the others in the order of their codes. */
async function readLanguages(): Promise<readonly NamedLanguage[]> {
  const codes = readdirSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_LANGUAGES.has(entry.name))
    .map(({ name }) => name)
    .toSorted((left, right) => Number(right === FIRST) - Number(left === FIRST) || (left < right ? -1 : 1))
  return Promise.all(
    codes.map(async (code) => {
      const { language } = (await import(join(SOURCES, code, 'language.ts'))) as {
        language: Omit<NamedLanguage, 'code'>
      }
      return { code, ...language }
    }),
  )
}

function writeLanguages(languages: readonly NamedLanguage[]): string {
  const entries = languages.map(({ code, ...names }) => `${code}: ${JSON.stringify(names)},`)
  return `${HEADER}/** Every language, with the locale it is shown in and its name in itself. */
export const LANGUAGES = {\n${entries.join('\n')}\n} as const

/** The locales of the languages, in the same order. */
export const LOCALES = [${languages.map(({ locale }) => `'${locale}'`).join(', ')}] as const

export type Language = keyof typeof LANGUAGES

export type Locale = (typeof LOCALES)[number]
`
}

function writeArea(area: string, languages: readonly NamedLanguage[]): string {
  const tables = listTables(readFileSync(join(SOURCES, FIRST, area), 'utf8'))
  const imports = languages.map(({ code }) => `import * as ${code} from '../${code}/${area}'`)
  const constants = tables.map(({ name, type }) => {
    const rows = languages.map(({ code, locale }) => `'${locale}': ${code}.${name},`)
    return `export const ${constantCase(name)}: Readonly<Record<Locale, ${type}>> = {\n${rows.join('\n')}\n}`
  })
  return `${HEADER}import type { ${tables.map(({ type }) => type).join(', ')} } from '../areas/${area}'
${imports.join('\n')}
import type { Locale } from './languages.ts'

export type * from '../areas/${area}'

${constants.join('\n\n')}
`
}

/** The tables of a file: `export const formTexts: FormTexts`. */
function listTables(text: string): readonly { readonly name: string; readonly type: string }[] {
  return [...text.matchAll(/^export const (\w+): (\w+) = /gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
}

const constantCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

async function formatted(name: string, text: string): Promise<string> {
  const { config } = ts.readConfigFile(join(import.meta.dirname, '../.oxfmtrc.json'), ts.sys.readFile)
  return (await format(join(CATALOGUE_FOLDER, name), text, config as FormatConfig)).code
}

if (import.meta.main) {
  rmSync(CATALOGUE_FOLDER, { recursive: true, force: true })
  mkdirSync(CATALOGUE_FOLDER)
  for (const [name, text] of await generateCatalogue()) writeFileSync(join(CATALOGUE_FOLDER, name), text)
}
