import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Endpoint, ENDPOINTS } from '@sluice/types'
import MiniSearch from 'minisearch'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSite, type SiteFiles } from './build-site.ts'
import { ENTRANCES, entranceOf, listMenuPages } from './navigation.ts'
import { searchFor } from './search-for.ts'
import { SDK_CALLS } from './sdk-calls.ts'
import { SEARCH_SETTINGS, type SearchEntry } from './search-settings.ts'
import { pageName } from './sources.ts'

let files: SiteFiles
let pages: (readonly [name: string, html: string])[]
beforeAll(async () => {
  files = await buildSite('.')
  pages = [...files]
    .filter(([name]) => name.endsWith('.html'))
    .map(([name, content]) => [name, String(content)])
})

describe('the site', () => {
  it('has every page of the menu, and no page of the menu twice', () => {
    const menu = listMenuPages()
    expect(new Set(menu).size).toBe(menu.length)
    expect(menu.map((path) => `${pageName(path)}.html`).filter((name) => !files.has(name))).toEqual([])
  })

  it('contains the licences of what its programs bundle', () => {
    expect(String(files.get('licenses.txt'))).toMatch(/^minisearch [\s\S]*Permission is hereby granted/m)
  })

  it('lists documents and headings for the search of the portal, which loads little', () => {
    const text = String(files.get('contents.json'))
    const contents = JSON.parse(text) as [string, string, [string, string][]][]
    const html = new Map(pages)
    const dead = contents.flatMap(([, path, headings]) =>
      headings.filter(([, anchor]) => !html.get(path)?.includes(`id="${anchor}"`)).map(([one]) => path + one),
    )
    expect(dead).toEqual([])
    const guide = contents.find(([, path]) => path === 'guides/refund.html')
    expect(guide?.[0]).toMatch(/refund/i)
    expect(contents.filter(([, path]) => path.includes('decisions/'))).toEqual([])
    expect(brotliCompressSync(text).length).toBeLessThan(20_000)
  })

  it('has the Markdown of every page next to it', () => {
    expect(pages.length).toBeGreaterThan(80)
    expect(pages.map(([name]) => name.replace(/html$/, 'md')).filter((name) => !files.has(name))).toEqual([])
  })

  it('has no dead link, in pages and in their Markdown', () => {
    const ids = new Map(pages.map(([name, html]) => [name, new Set(valuesOf(html, 'id'))]))
    const dead = pages.flatMap(([name, html]) =>
      [...valuesOf(html, 'href'), ...valuesOf(html, 'src')].filter((target) => !leads(name, target, ids)),
    )
    const deadInMarkdown = [...files]
      .filter(([name]) => name.endsWith('.md') || name === 'llms.txt')
      .flatMap(([name, content]) =>
        [...withoutCode(String(content)).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !leads(name, target, ids)),
      )
    expect([...dead, ...deadInMarkdown]).toEqual([])
  })

  it('runs and styles nothing inline, so that its policy may be the strictest', () => {
    const inline = pages.filter(([, html]) => /<script(?![^>]* src=)|<style|\sstyle="|\son\w+="/.test(html))
    expect(inline.map(([name]) => name)).toEqual([])
  })

  it('requests nothing at another origin', () => {
    const foreign = pages.flatMap(([, html]) =>
      valuesOf(html, 'src').filter((source) => /^\w+:/.test(source)),
    )
    expect(foreign).toEqual([])
  })
})

describe('the API reference', () => {
  const endpoints = Object.entries<Endpoint>(ENDPOINTS).filter(([, { built }]) => built)

  it('describes every operation', () => {
    const text = pages
      .filter(([name]) => name.startsWith('api/'))
      .map(([, html]) => html)
      .join('')
    const missing = endpoints.filter(
      ([, { method, path }]) => !text.includes(`<code>${method} ${path}</code>`),
    )
    expect(missing.map(([name]) => name)).toEqual([])
  })

  it('has a call of the client for every endpoint of a merchant’s server', () => {
    const ofServers = endpoints.filter(([, { auth }]) => auth === 'bearer' || auth === 'bearer-or-client-key')
    expect(Object.keys(SDK_CALLS).sort()).toEqual(ofServers.map(([name]) => name).sort())
  })
})

describe('the search', () => {
  it.each([
    ['2013', 'errors.html#processing-codes'],
    ['cres', 'protocol/three-ds.html#challenge-notification'],
    ['final_capture', 'protocol/manage.html#manage'],
    ['partial capture', 'guides/capture.html#partial-capture'],
    ['refumd', 'guides/refund.html'],
  ])('finds %s', (asked, expected) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    const found = index.search(asked).map(({ id }) => String(id))
    expect(found.slice(0, 12)).toContain(expected)
  })

  it.each(['idempotency keys', 'risk rules', 'saved cards'])('finds no decision for %s', (asked) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    const found = index.search(asked).map(({ id }) => String(id))
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter((id) => id.startsWith('decisions/'))).toEqual([])
  })
})

describe('the search', () => {
  it.each([
    ['iframe not showing', 'troubleshooting'],
    ['PaymentComponent is not defined', 'troubleshooting'],
    ['signature mismatch', 'troubleshooting'],
    ['webhook not arriving', 'troubleshooting'],
    ['expired card', 'troubleshooting'],
    ['google pay', 'guides/wallets'],
    ['apple pay', 'guides/wallets'],
    ['dispute', 'guides/disputes'],
    ['chargeback', 'guides/disputes'],
    ['refund', 'guides/refund'],
    ['refund failed', 'guides/refund'],
    ['changelog', 'changelog'],
    ['wordpress', 'guides/any-backend'],
    ['postman', 'guides/any-backend'],
    ['idempotency', 'idempotency'],
    ['rate limit', 'limits'],
    ['currencies', 'currencies'],
    ['2013', 'codes'],
    ['terminal not found', 'codes'],
    ['go-live checklist', 'guides/going-live'],
    ['partial capture', 'guides/capture'],
    ['which session_id', 'concepts'],
  ])('answers %s first on the page %s', (asked, page) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    const [first] = index.search(asked).map(({ id }) => String(id).replace(/\.html.*$/, ''))
    expect(first).toBe(page)
  })
})

describe('the search, with the words of readers,', () => {
  it.each([
    ['test card numbers', 'accept', 'test-cards'],
    ['webhook retries', 'accept', 'protocol/webhooks'],
    ['refund part of a payment', 'accept', 'guides/refund'],
    ['partial refund', 'accept', 'guides/refund'],
    ['apple pay domain verification', 'accept', 'guides/wallets'],
    ['rotate api key', 'run', 'guides/keys'],
    ['how do I know an order is paid', 'accept', 'guides/webhooks'],
    ['double charge', 'accept', 'idempotency'],
    ['charged twice', 'accept', 'idempotency'],
    ['payment stuck pending', 'accept', 'troubleshooting'],
    ['zero decimal currency', 'accept', 'currencies'],
    ['cancel a payment', 'accept', 'guides/void'],
    ['recurring payments', 'accept', 'guides/subscriptions'],
    ['3d secure test', 'accept', 'guides/three-ds'],
    ['content security policy', 'accept', 'packages/embedded-fields/docs/page-policies'],
    ['payment link', 'accept', 'guides/payment-links'],
    ['payout', 'accept', 'guides/payouts'],
    ['migrate from stripe', 'accept', 'guides/from-stripe'],
    ['error codes', 'accept', 'errors'],
    ['forgot password', 'accept', 'guides/portal-team'],
    ['two factor', 'accept', 'guides/portal-team'],
    ['invite colleague', 'accept', 'guides/portal-team'],
    ['export payments', 'accept', 'guides/portal'],
    ['ngrok', 'accept', 'guides/webhooks'],
    ['webhook ip allowlist', 'accept', 'guides/webhooks'],
    ['gdpr', 'accept', 'protocol/customers'],
    ['iframe blocked', 'accept', 'troubleshooting'],
    ['change logo', 'run', 'guides/branding'],
    ['docker compose', 'run', 'guides/install'],
    ['high availability', 'run', 'guides/postgresql'],
    ['restore backup', 'run', 'guides/backup'],
    ['prometheus', 'run', 'guides/monitoring'],
    ['audit log', 'run', 'operations/people'],
    ['connect acquirer', 'connect', 'guides/provider'],
    ['how many decimals', 'accept', 'currencies'],
    ['currency exponent', 'accept', 'currencies'],
    ['card expired error', 'accept', 'troubleshooting'],
    ['customer did not return', 'accept', 'troubleshooting'],
    ['database schema', 'run', 'guides/upgrade'],
    ['database schema', 'built', 'architecture'],
    ['save card without paying', 'accept', 'guides/verify-a-card'],
    ['reverse proxy', 'run', 'operations/balancers'],
    ['how many cpu', 'run', 'operations/processes'],
    ['forgot admin password', 'run', 'operations/people'],
    ['write an adapter', 'connect', 'guides/provider'],
    ['folder structure', 'built', 'architecture'],
    ['receipt', 'accept', 'guides/going-live'],
    ['receipt email', 'accept', 'guides/going-live'],
    ['customer closed the browser', 'accept', 'troubleshooting'],
    // Questions whose page is for other readers.
    ['change the logo', 'accept', 'guides/branding'],
    ['brand colors', 'accept', 'guides/branding'],
    ['install postgres', 'accept', 'guides/install'],
    ['how do I refund', 'run', 'guides/refund'],
  ])('answers %s for %s first on the page %s', (asked, entrance, page) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    const [first] = searchFor(index, asked, entrance).results
    expect(String(first?.id).replace(/\.html.*$/, '')).toBe(page)
  })
})

describe('the search of an entrance', () => {
  const search = (asked: string, entrance: string) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    const { results, isElsewhere } = searchFor(index, asked, entrance)
    return { pages: results.map(({ id }) => String(id).replace(/\.html.*$/, '')), isElsewhere }
  }

  it.each([
    ['backup', 'run', 'guides/backup'],
    ['upgrade', 'run', 'guides/upgrade'],
    ['alerts', 'run', 'operations/metrics'],
    ['idempotency', 'connect', 'provider-protocol/keys'],
    ['idempotency', 'accept', 'idempotency'],
    ['session id', 'built', 'architecture'],
    ['which session_id', 'accept', 'concepts'],
    ['mutants', 'built', 'proof'],
  ])('answers %s for %s first on the page %s', (asked, entrance, page) => {
    const { pages: found, isElsewhere } = search(asked, entrance)
    expect([found[0], isElsewhere]).toEqual([page, false])
  })

  it.each(['refund', 'webhook', 'provider'])('shows readers of guides no diary of %s', (asked) => {
    expect(search(asked, '').pages).toContain('proof')
    for (const entrance of ['accept', 'run', 'connect']) {
      const { pages: found, isElsewhere } = search(asked, entrance)
      expect(isElsewhere).toBe(false)
      expect(found.filter((page) => /^(?:proof|performance|testing)$/.test(page))).toEqual([])
    }
  })

  it('searches the other pages if the own ones have nothing', () => {
    const found = search('wordpress', 'built')
    expect(found).toMatchObject({ isElsewhere: true })
    expect(found.pages[0]).toBe('guides/any-backend')
    expect(search('qwertzuiop', 'run')).toEqual({ pages: [], isElsewhere: false })
  })
})

describe('the entrances', () => {
  it('are on every page, with the menu of the page’s own', () => {
    for (const [name, html] of pages)
      for (const { title } of ENTRANCES) expect(html, name).toContain(`>${title}</a>`)
    expect(String(files.get('guides/backup.html'))).toContain('data-entrance="run"')
    expect(String(files.get('guides/backup.html'))).not.toContain('guides/refund.html"')
    expect(String(files.get('guides/refund.html'))).toContain('href="../guides/capture.html"')
  })

  it.each([
    ['examples/provider/README.md', 'connect'],
    ['examples/any-backend/README.md', 'accept'],
    ['docs/decisions/0025-idempotency-keys.md', 'built'],
    ['packages/gateway/README.md', 'built'],
    ['packages/server-sdk/README.md', 'accept'],
    ['docs/index.md', 'accept'],
  ])('have %s at %s', (path, id) => {
    expect(entranceOf(path).id).toBe(id)
  })
})

describe('the search without JavaScript', () => {
  it.each([
    ['php', 'guides/php.html'],
    ['python', 'guides/python.html'],
    ['java', 'guides/java.html'],
    ['go', 'guides/go.html'],
    ['ruby', 'guides/ruby.html'],
    ['curl', 'guides/curl.html'],
    ['c#', 'guides/csharp.html'],
    ['get a token curl', 'guides/curl.html#get-a-token-with-curl'],
    ['any backend', 'guides/any-backend.html'],
    ['postman', 'guides/any-backend.html#postman-bruno-and-other-api-clients'],
    ['sdk python', 'guides/python.html'],
    ['empty 403', 'guides/any-backend.html#an-empty-403'],
  ])('finds %s first', (asked, expected) => {
    const index = MiniSearch.loadJSON<SearchEntry>(String(files.get('search.json')), SEARCH_SETTINGS)
    expect(index.search(asked)[0]?.id).toBe(expected)
  })
})

it('the site and the packages have the vectors that other languages verify their code against', () => {
  for (const name of [
    'packages/card-encryption/test/vectors/card-envelope.json',
    'packages/server-sdk/test/vectors/webhooks.json',
  ]) {
    expect(JSON.parse(String(files.get(name)))).toHaveProperty('description')
    expect(String(files.get('guides/any-backend.html'))).toContain(`href="../${name}"`)
    const manifest = readFileSync(name.replace(/test\/.*/, 'package.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({ files: expect.arrayContaining(['test/vectors']) })
  }
})

it('the site has the complete samples for other languages', () => {
  expect(String(files.get('examples/any-backend/php/sluice.php.txt'))).toMatch(/^<\?php\n/)
  expect(String(files.get('guides/php.html'))).toContain('href="../examples/any-backend/php/sluice.php.txt"')
})

function valuesOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '')
}

function leads(from: string, target: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^(https?:|data:|mailto:)/.test(target)) return true
  const [file = '', anchor] = target.split('#')
  const name = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!files.has(name)) return false
  return anchor === undefined || (ids.get(name.replace(/md$/, 'html'))?.has(anchor) ?? false)
}
