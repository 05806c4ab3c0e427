import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, html } from './html.ts'

describe('html', () => {
  it('escapes what is inserted, and keeps markup', () => {
    expect(String(html`<p title="${'"<x>"'}">${html`<b>${'&'}</b>`}${["'", null, false, 7]}</p>`)).toBe(
      '<p title="&quot;&lt;x&gt;&quot;"><b>&amp;</b>&#39;7</p>',
    )
  })

  it('lets no text end an attribute or start a tag', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/)
        expect(String(html`<a title="${text}"></a>`).match(/["<>]/g)).toEqual(['<', '"', '"', '>', '<', '>'])
      }),
    )
  })

  it('keeps every text readable', () => {
    const unescape = (text: string) =>
      text.replaceAll(
        /&(lt|gt|quot|#39|amp);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
      )
    fc.assert(fc.property(fc.string(), (text) => unescape(escapeHtml(text)) === text))
  })
})
