import { expect, it } from 'vitest'
import type { Language } from '@sluice/types/vocabulary'
import { PAGE_TEXTS } from './page-texts.ts'

const flat = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text] as [string, string]] : flat(text as object, `${name}.`),
  )

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

const english = new Map(flat(PAGE_TEXTS.en))

it.each(['bs', 'ro', 'sv'] as const)(
  '%s says all that English says, with the same values',
  (language: Language) => {
    const texts = flat(PAGE_TEXTS[language])
    expect(texts.map(([name]) => name)).toEqual([...english.keys()])
    for (const [name, text] of texts) {
      expect(placeholders(text), name).toEqual(placeholders(english.get(name) ?? ''))
      // A word may be the same in two languages; a sentence is not.
      if (text.includes(' ')) expect(text, name).not.toBe(english.get(name))
    }
  },
)
