import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPolicy, html, inlineScript, inlineStyle, pageHeaders, scriptHash, styleHash } from './html.ts'

describe('html', () => {
  it('escapes values, nests markup, joins arrays, and renders null as nothing', () => {
    // The tag has another name, because formatters format text that is tagged `html`.
    const markup = html
    const items = ['a&b', '"c"'].map((item) => markup`<li title="${item}">${item}</li>`)
    expect(markup`<ul>${items}</ul>${null}${undefined}${false}${0}`.toString()).toBe(
      '<ul><li title="a&amp;b">a&amp;b</li><li title="&quot;c&quot;">&quot;c&quot;</li></ul>0',
    )
  })

  it('shows each character that it escapes', () => {
    expect(html`${`<a href="x" title='y'>&amp;</a>`}`.toString()).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    )
  })

  it('lets no value open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(html`${text}`.toString()).not.toMatch(/[<>"']/)
      }),
    )
  })

  it('never trusts an object that looks like markup', () => {
    const forged = { toString: () => '<script>' } as unknown as string
    expect(() => html`${forged}`.toString()).toThrow(TypeError)
  })
})

describe('inlineScript and inlineStyle', () => {
  it('allow exactly their source by hash', () => {
    expect(inlineScript('alert(1)').toString()).toBe('<script>alert(1)</script>')
    // An example that the Content Security Policy specification gives.
    expect(scriptHash("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    )
  })

  it('write a style sheet unchanged', () => {
    expect(inlineStyle('a{}').toString()).toBe('<style>a{}</style>')
    expect(styleHash('a{}')).toBe(scriptHash('a{}'))
  })

  it('name the element that cannot contain the text', () => {
    expect(() => inlineScript('</script>')).toThrow('an inline script must not contain </script or <!--')
    expect(() => inlineStyle('</style>')).toThrow('an inline style must not contain </style or <!--')
    // Each ends by its own end tag alone.
    expect(() => inlineScript('"</style>"')).not.toThrow()
    expect(() => inlineStyle('/* </script> */')).not.toThrow()
  })

  it.each(['</script>', '</SCRIPT >', '<!--'])(
    'refuse a source that would close its element early: %s',
    (source) => {
      expect(() => inlineScript(source)).toThrow(TypeError)
    },
  )

  it('refuse a style that would close its element early', () => {
    expect(() => inlineStyle('a{}</style><script>')).toThrow(TypeError)
  })
})

describe('pageHeaders', () => {
  it('let no page be cached, sniffed or named in a referrer', () => {
    expect(pageHeaders({ 'default-src': "'none'" })).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
})

describe('formatPolicy', () => {
  it('writes directives in their order', () => {
    expect(formatPolicy({ 'default-src': "'none'", 'upgrade-insecure-requests': '' })).toBe(
      "default-src 'none'; upgrade-insecure-requests",
    )
    expect(formatPolicy("default-src 'none'")).toBe("default-src 'none'")
  })
})
