import type { CustomElementDeclaration } from 'custom-elements-manifest'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it, vi } from 'vitest'

import { createSluicePayment } from '../merchant-page/sluice-payment.ts'
import { merchantProperty, STYLE_TOKENS } from '../styles/tokens.ts'
import { describeElements } from './describe-elements.ts'
import { STYLE_DESCRIPTIONS } from './style-descriptions.ts'

const [{ declarations = [] } = {}] = describeElements().modules
const [element] = declarations as CustomElementDeclaration[]

/** Methods that browsers call, and pages do not. */
const CALLBACKS = ['constructor', 'connectedMoveCallback', 'disconnectedCallback']

/** Nothing but what the element adds: the library's own line to it. */
const INTERNAL = ['onRemoved']

describe('the custom elements manifest', () => {
  const defined = new Map<string, CustomElementConstructor>()
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('customElements', {
    get: (tag: string) => defined.get(tag),
    define: (tag: string, made: CustomElementConstructor) => void defined.set(tag, made),
  })
  vi.stubGlobal('document', {
    createElement: (tag: string) => new (defined.get(tag) as CustomElementConstructor)(),
  })
  afterAll(() => vi.unstubAllGlobals())

  it('names the element that the library defines, with its attributes, properties and methods', () => {
    const made = createSluicePayment()
    expect([...defined.keys()]).toEqual([element?.tagName])
    const [observed] = [...defined.values()] as { observedAttributes?: string[] }[]
    expect(element?.attributes?.map(({ name }) => name)).toEqual(observed?.observedAttributes ?? [])
    const own = [...Object.keys(made), ...Object.getOwnPropertyNames(Object.getPrototypeOf(made))]
    const open = own.filter((name) => ![...CALLBACKS, ...INTERNAL].includes(name))
    expect(element?.members?.map(({ name }) => name)).toEqual(open)
  })

  it('has no events and no slots: the element sends none, and has no shadow root', () => {
    const source = readFileSync(new URL('../merchant-page/sluice-payment.ts', import.meta.url), 'utf8')
    expect(source).not.toMatch(/dispatchEvent|attachShadow|<slot/)
    expect([element?.events, element?.slots]).toEqual([[], []])
  })

  it('lists every custom property that the fields read', () => {
    expect(element?.cssProperties?.map(({ name }) => name)).toEqual(STYLE_TOKENS.map(merchantProperty))
  })

  it.each(STYLE_TOKENS)('describes --lib-%s as the README does', (token) => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${merchantProperty(token)}\` `))
    const [, , styles, byDefault] = (row ?? '').split('|').map((cell) => cell.trim())
    expect({ styles, byDefault }).toEqual({
      styles: STYLE_DESCRIPTIONS[token].styles,
      byDefault: `\`${STYLE_DESCRIPTIONS[token].byDefault}\``,
    })
  })

  it('is at the path that the package names', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      customElements: string
      files: string[]
    }
    expect(manifest.customElements).toBe('./dist/custom-elements.json')
    expect(manifest.files).toContain('dist/custom-elements.json')
  })
})
