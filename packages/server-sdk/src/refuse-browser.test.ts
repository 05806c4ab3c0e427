import { describe, expect, it } from 'vitest'
import { BrowserForbiddenError } from './errors/browser-forbidden-error.ts'
import { refuseBrowser } from './refuse-browser.ts'

const page = { window: {}, document: {} }

describe('refuseBrowser', () => {
  it.each([
    ['a page', page],
    ['a page with a stand-in for process', { ...page, process: { env: {}, versions: {} } }],
    ['a page with an element called process', { ...page, process: null }],
  ])('refuses %s', (_, scope) => {
    expect(() => refuseBrowser(scope)).toThrow(BrowserForbiddenError)
    expect(() => refuseBrowser(scope)).toThrow(/client secret/)
  })

  it.each([
    ['Node', { process: { versions: { node: '24.0.0' } } }],
    ['a test’s DOM on Node', { ...page, process: { versions: { node: '24.0.0' } } }],
    ['Deno, which had a window', { window: {} }],
    ['a Worker on a server', { caches: {}, navigator: {} }],
  ])('accepts %s', (_, scope) => {
    expect(() => refuseBrowser(scope)).not.toThrow()
  })
})
