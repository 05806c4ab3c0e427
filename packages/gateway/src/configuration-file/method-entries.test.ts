import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { describeMethod } from '../method-catalogue/index.ts'
import { ConfigurationFileError, loadConfigurationFile } from './load-configuration-file.ts'
import { toMerchantDocument } from './merchant-document.ts'
import { listMethodWarnings } from './method-warnings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-methods-'))
  writeFileSync(join(folder, 'secret'), randomBytes(32).toString('base64'), { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A provider with methods, and a terminal that uses them. */
function load({ methods, taken, types }: { methods: string; taken?: string; types: readonly string[] }) {
  const path = join(folder, 'sluice.yaml')
  const accounts = types.map((type) => `${type}: { provider: acme, account: eur }`).join(', ')
  writeFileSync(
    path,
    `
providers: [{ id: acme, url: 'https://acme.example', secret_file: secret, accounts: [eur], methods: ${methods} }]
merchants:
  - id: shop
    name: Shop
    terminals:
      - terminal_id: T00000000001
        features: [TRX_TYPE_PURCHASE]
        ${taken === undefined ? '' : `payment_methods: ${taken}`}
        alternative_accounts: { ${accounts} }
`,
    { mode: 0o600 },
  )
  return loadConfigurationFile(path, {
    environment: 'test',
    masterKey: null,
    maxRetries: 5,
    providerTimeoutMs: 35_000,
  })
}

const CHP = 'provider-redirect-chp'

/** Returns the method as a shopper would see it. */
function describeIn(file: ReturnType<typeof load>, type: string) {
  const [terminal] = file.merchants[0]?.merchant.terminals ?? []
  if (terminal === undefined) throw new Error('there is no terminal')
  return describeMethod(type, file.providers[0]?.capabilities.methodSettings, terminal.methodSettings)
}

function problemOf(methods: string): string {
  try {
    load({ methods, types: [CHP] })
  } catch (error) {
    if (error instanceof ConfigurationFileError)
      return error.problems.map(({ name, got, fix }) => `${name}: got ${got}; ${fix}`).join('\n')
    throw error
  }
  throw new Error('nothing was wrong')
}

describe('methods of a provider', () => {
  it('need only one line for a name', () => {
    const file = load({ methods: `[card, { type: ${CHP}, name: Cash Pay }]`, types: [CHP] })
    expect([...(file.providers[0]?.capabilities.methods ?? [])]).toEqual(['card', CHP])
    expect(describeIn(file, CHP)).toMatchObject({ name: 'Cash Pay', names: {}, kind: 'cash', mark: 'CHP' })
  })

  it('may set everything that a list shows, and when the method is accepted', () => {
    const file = load({
      methods: `[{ type: ${CHP}, name: { en: Pay in cash, sv: Betala kontant }, mark: cash, kind: app,
        also_called: [Kiosk], countries: [SE], currencies: [SEK], order: 3, visible: false, refundable: false,
        amounts: { SEK: { min: 100, max: 5000 }, EUR: { max: 9 } } }]`,
      types: [CHP],
    })
    expect(describeIn(file, CHP)).toEqual({
      type: CHP,
      name: 'Pay in cash',
      names: { sv: 'Betala kontant' },
      kind: 'app',
      mark: 'cash',
      alsoCalled: ['Kiosk'],
      countries: ['SE'],
      currencies: ['SEK'],
      requests: { countries: ['SE'], currencies: ['SEK'] },
      order: 3,
      isVisible: false,
      isRefundable: false,
      limits: [
        new Map([
          ['SEK', { minMinor: 100, maxMinor: 5_000 }],
          ['EUR', { minMinor: 1, maxMinor: 9 }],
        ]),
      ],
      closed: null,
    })
  })

  it('can be overridden by a terminal, member by member; limits of both apply', () => {
    const file = load({
      methods: `[{ type: ${CHP}, name: Cash Pay, order: 3, amounts: { SEK: { max: 5000 } } }]`,
      taken: `[card, { type: ${CHP}, order: 1, amounts: { SEK: { max: 400 } } }]`,
      types: [CHP],
    })
    expect(describeIn(file, CHP)).toMatchObject({ name: 'Cash Pay', order: 1 })
    expect(describeIn(file, CHP).limits.map((table) => table.get('SEK')?.maxMinor)).toEqual([5_000, 400])
  })

  it('are exported as they were read', () => {
    const taken = [
      'card',
      {
        type: CHP,
        name: { en: 'Cash', sv: 'Kontant' },
        also_called: ['Kiosk'],
        amounts: { SEK: { min: 5 } },
      },
    ]
    const file = load({ methods: `[card, ${CHP}]`, taken: JSON.stringify(taken), types: [CHP] })
    const merchant = file.merchants[0]!.merchant
    expect(toMerchantDocument(merchant).terminals?.[0]?.payment_methods).toEqual(taken)
  })

  it.each([
    [`[{ type: ${CHP}, name: { sv: Kontant } }]`, 'add the name in English (en)'],
    [`[{ type: ${CHP}, name: <b>x</b> }]`, 'remove control characters, < and >'],
    [`[{ type: ${CHP}, mark: '€' }]`, 'or one to four letters'],
    [`[{ type: ${CHP}, countries: [se] }]`, 'use ISO 3166-1 codes of two capital letters such as SE'],
    [`[{ type: ${CHP}, currencies: [XXX] }]`, 'methods[0].currencies[0]: got "XXX"; use one of AED'],
    [`[{ type: ${CHP}, amounts: { EUR: { min: 2, max: 1 } } }]`, 'use a min that is not above the max'],
    [`[{ type: ${CHP}, nmae: Cash }]`, 'methods[0].nmae: got an unknown member'],
    [`[{ type: card, name: Card }]`, 'cards accept only amounts'],
    [`[${CHP}, { type: ${CHP}, name: Cash }]`, 'use a different one for each'],
  ])('%s is refused: %s', (methods, fix) => {
    expect(problemOf(methods)).toContain(fix)
  })
})

describe('warnings about methods', () => {
  const types = [CHP, 'provider-redirect-gir']
  const file = () => load({ methods: `[card, ${types.join(', ')}]`, types })
  const closed =
    'provider-redirect-gir, which is never offered: its owner closed giropay at the end of 2024. Remove it.'

  it('name closed schemes everywhere, and methods without a name in production', () => {
    expect(listMethodWarnings(file(), 'test')).toEqual([
      `provider acme lists ${closed}`,
      `shop: terminal T00000000001 lists ${closed}`,
    ])
    expect(listMethodWarnings(file(), 'production').slice(2)).toEqual([
      `shop: terminal T00000000001 does not offer ${CHP}: it has no name. Add one, {type: ${CHP}, name: …}, in methods of acme`,
    ])
  })

  it('end with a name', () => {
    const named = load({ methods: `[{ type: ${CHP}, name: Cash }]`, types: [CHP] })
    expect(listMethodWarnings(named, 'production')).toEqual([])
  })
})
