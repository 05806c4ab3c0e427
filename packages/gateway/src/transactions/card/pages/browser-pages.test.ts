import { describe, expect, it } from 'vitest'

import { listActiveContent } from '../../../page-integrity/active-content.ts'
import { BROWSER_PAGE_SCRIPTS } from './browser-page-scripts.ts'
import { fingerprintPage, formPage, messagePage, noticePage, topOrFramePage } from './browser-pages.wire.ts'

const PAGES = {
  messagePage: messagePage({ type: 'x' }, 'https://shop.example'),
  topOrFramePage: topOrFramePage({ type: 'x' }, 'https://shop.example', 'cres', 'en-US'),
  formPage: formPage('https://bank.example/challenge', { creq: 'x' }, 'en-US'),
  fingerprintPage: fingerprintPage(
    {
      methodUrl: 'https://bank.example/method',
      methodData: 'x',
      threeDsServerTransId: 'x',
      completed: 'y',
      timedOut: 'n',
    },
    'en-US',
  ),
}

const scriptsOf = (body: unknown) =>
  listActiveContent(String(body)).flatMap((line) => /^inline script (.+)$/.exec(line)?.slice(1) ?? [])

describe('pages on the way to the bank', () => {
  it.each(Object.entries(PAGES))('%s runs one script, which the inventory has', (_, { body, csp }) => {
    const [hash, ...others] = scriptsOf(body)
    expect(others).toEqual([])
    expect(BROWSER_PAGE_SCRIPTS.map(({ integrity }) => integrity)).toContain(hash)
    expect(typeof csp === 'string' ? csp : csp['script-src']).toBe(`'${hash}'`)
  })

  it('the inventory has no script that no page runs', () => {
    const run = Object.values(PAGES).flatMap(({ body }) => scriptsOf(body))
    expect(BROWSER_PAGE_SCRIPTS.map(({ integrity }) => integrity).sort()).toEqual(run.sort())
  })

  it('a notice runs no script', () => {
    expect(scriptsOf(noticePage('close_page', 'en-US').body)).toEqual([])
  })
})
