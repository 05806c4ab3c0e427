/**
 * Writes `packages/texts/src/catalogue` from the folders of the languages: one table per area, with every language by
 * its locale. A new language is a new folder, without other edits. Browser programs get their own tables
 * (`in-programs`), with the languages of every merchant. Frames get tables without a language (`in-frames`), because their
 * documents contain it.
 *
 * Run by `generate.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import ts from 'typescript'

const SOURCES = join(import.meta.dirname, '../packages/texts/src')

export const CATALOGUE_FOLDER = join(SOURCES, 'catalogue')

/** The language that defines the texts that all others translate. */
const FIRST = 'en'

/** Folders that hold no language. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(['areas', 'catalogue'])

const HEADER =
  '// Written by `npm run contract` from the folders of the languages beside this one; change those.\n\n'

/** Returns the text of each file of the catalogue by its path. */
export async function generateCatalogue(): Promise<ReadonlyMap<string, string>> {
  const languages = await readLanguages()
  const areas = readdirSync(join(SOURCES, FIRST)).filter((file) => file !== 'language.ts')
  const files = [
    ['languages.ts', writeLanguages(languages)] as const,
    ...areas.map((area) => [area, writeArea(area, languages)] as const),
    ...areas.map(
      (area) => [`in-programs/${area}`, writeProgramArea(area, languages.filter(isAlwaysSpoken))] as const,
    ),
    ...areas.map((area) => [`in-frames/${area}`, writeFrameArea(area)] as const),
  ]
  return new Map(
    await Promise.all(
      files.map(async ([name, text]) => [join(CATALOGUE_FOLDER, name), await formatted(name, text)] as const),
    ),
  )
}

interface NamedLanguage {
  readonly code: string
  readonly locale: string
  readonly ownName: string
  readonly spoken: 'ALWAYS' | 'WHEN_ENABLED'
}

const isAlwaysSpoken = ({ spoken }: NamedLanguage) => spoken === 'ALWAYS'

/** English first, those that are always spoken before the others, in the order of their codes. */
async function readLanguages(): Promise<readonly NamedLanguage[]> {
  const codes = readdirSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_LANGUAGES.has(entry.name))
    .map(({ name }) => name)
  const languages = await Promise.all(
    codes.map(async (code) => {
      const { language } = (await import(join(SOURCES, code, 'language.ts'))) as {
        language: Omit<NamedLanguage, 'code'>
      }
      return { code, ...language }
    }),
  )
  const rank = (language: NamedLanguage) => (language.code === FIRST ? 0 : isAlwaysSpoken(language) ? 1 : 2)
  return languages.toSorted((left, right) => rank(left) - rank(right) || (left.code < right.code ? -1 : 1))
}

function writeLanguages(languages: readonly NamedLanguage[]): string {
  const entries = languages.map(
    ({ code, locale, ownName }) => `${code}: ${JSON.stringify({ locale, ownName })},`,
  )
  const codesOf = (chosen: readonly NamedLanguage[]) => chosen.map(({ code }) => `'${code}'`).join(', ')
  return `${HEADER}/** Every language, with the locale it is shown in and its name in itself. */
export const LANGUAGES = {\n${entries.join('\n')}\n} as const

/** Spoken by every merchant. */
export const ALWAYS_SPOKEN = [${codesOf(languages.filter(isAlwaysSpoken))}] as const

export const ALWAYS_SPOKEN_LOCALES = [${languages
    .filter(isAlwaysSpoken)
    .map(({ locale }) => `'${locale}'`)
    .join(', ')}] as const

/** Spoken where a merchant's setting \`languages\` names them. */
export const SPOKEN_WHEN_ENABLED = [${codesOf(languages.filter((language) => !isAlwaysSpoken(language)))}] as const

/** The locales of the languages, in the same order. */
export const LOCALES = [${languages.map(({ locale }) => `'${locale}'`).join(', ')}] as const

/** A language of the pages, without a region: \`en\`. */
export type Language = keyof typeof LANGUAGES

/** A language with its region, as pages and components take it: \`en-US\`. */
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

function writeProgramArea(area: string, languages: readonly NamedLanguage[]): string {
  const tables = listTables(readFileSync(join(SOURCES, FIRST, area), 'utf8'))
  const imports = languages.map(({ code }) => `import * as ${code} from '../../${code}/${area}'`)
  const constants = tables.map(({ name, type }) => {
    const rows = languages.map(({ code, locale }) => `'${locale}': ${code}.${name},`)
    return `export const ${constantCase(name)}: Readonly<Record<Locale, ${type}>> = /* @__PURE__ */ withFurther<${type}>('${name}', {\n${rows.join('\n')}\n})`
  })
  return `${HEADER}import type { ${tables.map(({ type }) => type).join(', ')} } from '../../areas/${area}'
${imports.join('\n')}
import { withFurther } from '../../further-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/${area}'

${constants.join('\n\n')}
`
}

function writeFrameArea(area: string): string {
  const tables = listTables(readFileSync(join(SOURCES, FIRST, area), 'utf8'))
  const constants = tables.map(
    ({ name, type }) =>
      `export const ${constantCase(name)}: Readonly<Record<Locale, ${type}>> = /* @__PURE__ */ textsOfDocument<${type}>('${name}')`,
  )
  return `${HEADER}import type { ${tables.map(({ type }) => type).join(', ')} } from '../../areas/${area}'
import { textsOfDocument } from '../../document-texts.ts'
import type { Locale } from '../languages.ts'

export type * from '../../areas/${area}'

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
