import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { frameDocument, nameGlobal } from './assets.ts'

describe('frameDocument', () => {
  it('hashes exactly the text between the tags', () => {
    const { scriptHash, styleHash } = frameDocument('<html><style>a{}</style><script>x()</script></html>')
    const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect({ scriptHash, styleHash }).toEqual({ scriptHash: hashOf('x()'), styleHash: hashOf('a{}') })
  })

  it('refuses a document whose policy could not name everything in it', () => {
    expect(() => frameDocument('<style></style><script></script><script></script>')).toThrow(
      /one inline script/,
    )
    expect(() => frameDocument('<script></script>')).toThrow(/one inline style/)
  })
})

describe('nameGlobal', () => {
  it('changes the name that the page sees, and nothing else', () => {
    const script = '!function(){const a=1;window.PaymentComponent=b(a),c("PaymentComponent")}();'
    expect(nameGlobal(script, 'Checkout')).toBe(
      '!function(){const a=1;window.Checkout=b(a),c("PaymentComponent")}();',
    )
    expect(nameGlobal(script, 'PaymentComponent')).toBe(script)
  })

  it.each(['!function(){}();', 'window.PaymentComponent=1;window.PaymentComponent=2;'])(
    'refuses %j, which does not set it once',
    (script) => {
      expect(() => nameGlobal(script, 'Checkout')).toThrow(/exactly once/)
    },
  )
})
