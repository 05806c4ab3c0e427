import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, SPOKEN_WHEN_ENABLED } from '../packages/texts/src/catalogue/languages.ts'
import { CATALOGUE_FOLDER, generateCatalogue } from './generate-catalogue.ts'

const files = [...(await generateCatalogue())]
const locales = (text: string) => [
  ...new Set([...text.matchAll(/^\s*'(\w\w-\w\w)': /gm)].map(([, name]) => name)),
]

describe('the catalogue', () => {
  it.each(files.filter(([path]) => dirname(path) === CATALOGUE_FOLDER && basename(path) !== 'languages.ts'))(
    'has every language in %s',
    (_, text) => {
      expect(locales(text)).toEqual(Object.values(LANGUAGES).map(({ locale }) => locale))
    },
  )

  it.each(files.filter(([path]) => basename(dirname(path)) === 'in-programs'))(
    'has the languages that every merchant speaks in %s',
    (_, text) => {
      const further = SPOKEN_WHEN_ENABLED.map((code) => LANGUAGES[code].locale) as readonly string[]
      const spoken = Object.values(LANGUAGES).map(({ locale }) => locale)
      expect(locales(text)).toEqual(spoken.filter((locale) => !further.includes(locale)))
    },
  )

  it.each(files.filter(([path]) => basename(dirname(path)) === 'in-frames'))(
    'has no language in %s, which a document brings',
    (_, text) => {
      expect(locales(text)).toEqual([])
      expect(text).toContain('textsOfDocument<')
    },
  )

  it('lists English first, and every language by its code', () => {
    const [, text = ''] = files.find(([path]) => basename(path) === 'languages.ts') ?? []
    expect([...text.matchAll(/^ {2}(\w\w): \{ locale/gm)].map(([, code]) => code)[0]).toBe('en')
  })
})
