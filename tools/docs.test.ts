/** Documents that repeat what the code says are held against it, in both directions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { COUNTS, DURATIONS, GAUGES } from '../packages/platform/src/telemetry/metrics.ts'

import { CONFIG_VARIABLES } from '../packages/gateway/src/config-variables.ts'
import { describeFileSchema } from '../packages/gateway/src/configuration-file/json-schema.ts'
import { listMembers } from '../packages/gateway/src/configuration-file/list-members.ts'
import {
  BLIK_CODES,
  PAYOUT_ACCOUNTS,
  VPA_HANDLES,
  VPA_NAMES,
} from '../packages/simulators/src/alternative-provider/test-values.ts'
import { findTestCard } from '../packages/simulators/src/scenarios/test-cards.ts'
import { WALLET_CARDS } from '../packages/simulators/src/wallets/wallet-cards.ts'
import { GATEWAY_ERROR_CODES } from '../packages/server-sdk/src/errors/gateway-error.ts'
import { WALLET_TOKEN_FAILURES } from '../packages/server-sdk/src/errors/wallet-token-failures.ts'
import { METHOD_NAME_TEXTS } from '../packages/texts/src/catalogue/method-names.ts'
import { METHOD_TEXTS } from '../packages/texts/src/catalogue/methods.ts'
import type { Endpoint } from '../packages/types/src/endpoint.ts'
import { ENDPOINTS } from '../packages/types/src/endpoints.ts'
import {
  advice,
  ADVICE_ENTRIES,
  ALTERNATIVE_SIMULATED_FLOWS,
  LANGUAGES,
  LIMITS,
  PROCESSING_CODE_LIST,
  PROCESSING_CODES,
  METHOD_CATALOGUE,
  methodName,
  REDIRECT_CODES,
  SANDBOX_FAULT_KINDS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
} from '../packages/types/src/vocabulary/index.ts'
import { listSamples } from '../site/src/samples.ts'
import { readSources } from '../site/src/sources.ts'

/** Flows that end before a provider is asked, and the code they end with. */
const CODE_BY_FLOW: Readonly<Record<string, string>> = {
  FRICTIONLESS_NOT_AUTHENTICATED: '3001',
  FRICTIONLESS_REJECTED: '3001',
  FRICTIONLESS_UNAVAILABLE: '3002',
  NOT_ENROLLED: '3002',
  DIRECTORY_TIMEOUT: '3002',
  AUTHENTICATION_ERROR: '3000',
  CHALLENGE_FAILED: '3001',
  CHALLENGE_UNAVAILABLE: '3002',
  CHALLENGE_ERROR: '3000',
  CHALLENGE_CANCELED: '1003',
  CHALLENGE_TIMEOUT: '1005',
  FALLBACK_EXHAUSTED: '1000',
}

describe('docs/errors.md', () => {
  it('lists every processing code as the vocabulary has it', () => {
    const documented = readTable('docs/errors.md', '## Processing codes')
    const rows = Object.entries(PROCESSING_CODES).map(([code, { message, family, advice: action }]) => [
      code,
      message,
      family,
      action,
    ])
    expect(documented).toEqual(rows.sort())
  })

  it('explains every error of the client, under the heading that docPath leads to', () => {
    const text = readFileSync('docs/errors.md', 'utf8')
    const section = /## Errors of the client\n([^]*?)\n## /.exec(text)?.[1] ?? ''
    const headings = [...section.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([...GATEWAY_ERROR_CODES, 'wallet_token'])
  })

  it('describes every advice as the vocabulary does', () => {
    expect(readTable('docs/errors.md', '## Advice')).toEqual(
      Object.entries(ADVICE_ENTRIES).map(([action, { merchant, mayRetry }]) => [
        action,
        merchant,
        mayRetry ? 'yes' : 'no',
      ]),
    )
  })

  it('shows the message for customers about every code', () => {
    const codesByText = new Map<string, string[]>()
    for (const code of PROCESSING_CODE_LIST) {
      const { en } = advice(code).shopper
      codesByText.set(en, [...(codesByText.get(en) ?? []), code])
    }
    expect(readTable('docs/errors.md', '## What to tell the customer')).toEqual(
      [...codesByText].map(([text, codes]) => [codes.join(', '), text]),
    )
  })
})

describe('the pages of the client', () => {
  const source = (file: string) => readFileSync(`packages/server-sdk/src/${file}`, 'utf8')
  /** The members of an interface, in its order. */
  const membersOf = (text: string, name: string) => {
    const [, body = ''] = new RegExp(`interface ${name}[^{]*\\{\\n(.*?)\\n\\}`, 's').exec(text) ?? []
    return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member]) => member)
  }
  const namesIn = (cells: readonly (string | undefined)[]) =>
    cells.flatMap((cell = '') => [...cell.matchAll(/\w+/g)].map(([name]) => name)).sort()

  it('lists every code of an error', () => {
    const documented = readTable('packages/server-sdk/README.md', '## Errors').map(([code]) => code)
    expect(namesIn(documented)).toEqual([...GATEWAY_ERROR_CODES].sort())
  })

  it('lists every reason why a wallet token is refused', () => {
    const documented = readTable('packages/server-sdk/docs/wallets.md', '## Tokens that are refused')
    expect(namesIn(documented.map(([code]) => code))).toEqual(Object.keys(WALLET_TOKEN_FAILURES).sort())
  })

  it('lists every option for a wallet token', () => {
    const options = membersOf(source('wallets/decrypt-a-wallet-token.ts'), 'AWalletOptions')
    const documented = readTable('packages/server-sdk/docs/wallets.md', '# Wallets')
    expect(namesIn(documented.map(([name]) => name))).toEqual(options.sort())
  })

  it('lists every option of a client and of a call', () => {
    const ofCalls = source('http/call-options.ts')
    expect(namesIn(readTable('packages/server-sdk/README.md', '## Calls').map(([name]) => name))).toEqual(
      [...membersOf(ofCalls, 'ReadOptions'), ...membersOf(ofCalls, 'CallOptions')].sort(),
    )
    expect(namesIn(readTable('packages/server-sdk/README.md', '## Options').map(([name]) => name))).toEqual(
      membersOf(source('client-options.ts'), 'ClientOptions').sort(),
    )
  })
})

describe('the protocol', () => {
  it('lists the endpoints that are served, and who may call them', () => {
    const callers: Readonly<Record<string, string>> = {
      'bearer-or-client-key': 'Bearer or client key',
      'client-key': 'client key',
      'client-credentials': 'client credentials',
      simulator: 'operator',
      'provider-signature': 'signature of the provider',
      none: 'public',
    }
    const rows = Object.values<Endpoint>(ENDPOINTS)
      .filter(({ built }) => built)
      .map(({ method, path, auth, role, area }) => [
        method,
        `\`${path}\``,
        auth === 'bearer'
          ? `Bearer, role \`${role}\``
          : (callers[auth] ?? auth) + (area === undefined ? '' : `, area \`${area}\``),
      ])
    expect(readTable('docs/protocol.md', '<!-- endpoints:').sort()).toEqual(rows.sort())
  })

  it('gives the limits that are enforced', () => {
    const documented = readTable('docs/protocol/errors-and-limits.md', '<!-- limits:').map(
      ([, limit, name]) => [unquote(name), Number.parseInt(limit ?? '', 10)],
    )
    const limits: Readonly<Record<string, unknown>> = LIMITS
    expect(documented).toEqual(documented.map(([name]) => [name, limits[String(name)]]))
  })

  it('lists the codes of redirect methods', () => {
    const text = readFileSync('docs/protocol/redirect-methods.md', 'utf8')
    const [, listed = ''] = /`provider-redirect-` and one of ([^]*?), with/.exec(text) ?? []
    expect([...listed.matchAll(/`(\w+)`/g)].map(([, code]) => code)).toEqual(REDIRECT_CODES)
  })

  it('names redirect methods, their kinds, countries and currencies as the catalogue does', () => {
    const documented = readTable(
      'docs/protocol/redirect-methods.md',
      '<!-- names of redirect methods -->',
    ).map((cells) => cells.map((cell) => unquote(cell ?? '')))
    const catalogued = REDIRECT_CODES.map((code) => {
      const { kind, countries, currencies, closed } = METHOD_CATALOGUE[`provider-redirect-${code}`]
      const name = methodName(`provider-redirect-${code}`) ?? '–'
      const ending = closed === null ? '' : ', closed'
      return [code, `${name}${ending}`, kind, countries.join(', '), currencies.join(', ')]
    })
    expect(documented).toEqual(catalogued)
  })

  it('describes every simulated flow, and no other', () => {
    const cells = readTable('docs/protocol/simulators.md', '<!-- flows:').map(([flows]) => flows ?? '')
    const named = cells.flatMap((cell) => {
      const names = [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map((match) => match[1] ?? '')
      if (!cell.includes('…')) return names
      const stem = (names[0] ?? '').slice(0, -1)
      return Array.from({ length: 9 }, (_, index) => `${stem}${index + 1}`)
    })
    expect(named.sort()).toEqual([...SIMULATED_FLOWS].sort())
  })

  it('describes every simulated flow of the other methods', () => {
    const cells = readTable('docs/protocol/simulators.md', '<!-- alternative flows:').map(
      ([flows]) => flows ?? '',
    )
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''))
    expect(named.sort()).toEqual([...ALTERNATIVE_SIMULATED_FLOWS].sort())
  })

  it('lists every simulated fault', () => {
    const cells = readTable('docs/protocol/simulators.md', '## Simulated faults').map(
      ([faults]) => faults ?? '',
    )
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''))
    expect(named.sort()).toEqual([...SIMULATED_FAULTS].sort())
  })

  it('lists every fault of a sandbox', () => {
    const cells = readTable('docs/protocol/sandboxes.md', '<!-- sandbox faults:').map(([kind]) =>
      unquote(kind),
    )
    expect(cells.sort()).toEqual([...SANDBOX_FAULT_KINDS].sort())
  })
})

describe('docs/test-cards.md', () => {
  it.each(readTable('docs/test-cards.md', '<!-- cards:'))(
    '%s does what the page says',
    (number, flowCell, code) => {
      const flow = unquote(flowCell)
      const card = findTestCard((number ?? '').replaceAll(' ', ''))
      expect(card).toBeDefined()
      expect(card?.flow ?? 'FRICTIONLESS_SUCCESS').toBe(flow)
      expect(card?.processingCode ?? CODE_BY_FLOW[flow] ?? '0000').toBe(code)
    },
  )
})

describe('docs/languages.md: texts to confirm', () => {
  it('are those that shoppers read', () => {
    const written = Object.values(LANGUAGES).flatMap(({ locale }) => [
      ...Object.values(METHOD_NAME_TEXTS[locale]),
      ...Object.values(METHOD_TEXTS[locale].errors),
    ])
    for (const [, ours] of readTable('docs/languages.md', 'These are the least certain'))
      expect(written).toContain(ours)
  })
})

describe('docs/test-cards.md: cards of the wallets', () => {
  it('lists what the sheet shows', () => {
    expect(readTable('docs/test-cards.md', '<!-- wallet cards:')).toEqual(
      WALLET_CARDS.map(({ pan, network, authMethod, end }) => [
        pan.replaceAll(/(.{4})(?=.)/g, '$1 '),
        network,
        `\`${authMethod}\``,
        end,
      ]),
    )
  })
})

describe('docs/test-cards.md: codes, addresses and accounts', () => {
  it('lists the BLIK codes', () => {
    expect(readTable('docs/test-cards.md', '<!-- blik:')).toEqual(
      BLIK_CODES.map(({ code, processingCode }) => [code, processingCode]),
    )
  })

  it('lists the UPI addresses', () => {
    expect(readTable('docs/test-cards.md', '<!-- vpas:')).toEqual(
      VPA_NAMES.map(({ name, processingCode }) => [
        VPA_HANDLES.map((handle) => `\`${name}@${handle}\``).join(', '),
        processingCode,
      ]),
    )
  })

  it('lists the account numbers of payouts', () => {
    expect(readTable('docs/test-cards.md', '<!-- payouts:')).toEqual(
      PAYOUT_ACCOUNTS.map(({ accountNumber, at, later }) => [accountNumber, at, later ?? '']),
    )
  })
})

describe('docs/architecture.md', () => {
  it('names only existing places', () => {
    const text = readFileSync('docs/architecture.md', 'utf8')
    const places = [...text.matchAll(/^\|.*\|$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map((match) => match[1] ?? ''),
    )
    const roots = ['.', 'packages', 'packages/gateway/src']
    expect(places.length).toBeGreaterThan(20)
    expect(places.filter((place) => !roots.some((root) => existsSync(`${root}/${place}`)))).toEqual([])
  })
})

const METRICS: readonly {
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}[] = [DURATIONS, COUNTS, GAUGES].flatMap((table) => Object.values(table))

describe('the operations pages', () => {
  it('lists every variable as the configuration reads it', () => {
    const rows = Object.entries(CONFIG_VARIABLES).map(([name, row]) => [
      `\`${name}\``,
      'flag' in row ? `\`--${row.flag}\`` : '',
      row.default === null ? '' : `\`${row.default}\``,
      `${row.meaning}. Example: \`${row.example}\``,
    ])
    expect(readTable('docs/operations/configuration.md', '# Configuration')).toEqual(rows)
  })

  it('list every metric as it is registered', () => {
    const rows = METRICS.map(({ name, labels, help }) => [
      `\`${name}\``,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ])
    expect(readTable('docs/operations/metrics.md', '<!-- metrics:')).toEqual(rows)
  })

  it('alerts on existing metrics, by their labels', () => {
    const alerts = readTable('docs/operations/metrics.md', '<!-- metric-alerts:')
    expect(alerts.length).toBeGreaterThan(5)
    for (const [when = ''] of alerts) {
      for (const [, used = '', filter = ''] of when.matchAll(/(sluice_\w+)(?:\{([^}]*)\})?/g)) {
        const metric = METRICS.find(({ name }) => [name, `${name}_count`].includes(used))
        expect(metric, used).toBeDefined()
        for (const [, label] of filter.matchAll(/(\w+)=~?"/g)) expect(metric?.labels, used).toContain(label)
      }
    }
  })
})

describe('the configuration file', () => {
  it('is documented, member by member', () => {
    const rows = listMembers(describeFileSchema()).map(({ path, isRequired, description, ...row }) => [
      `\`${path}\``,
      isRequired ? 'required' : row.default === null ? '' : `\`${row.default}\``,
      description,
    ])
    expect(rows.filter(([, , description]) => !description)).toEqual([])
    expect(readTable('docs/operations/configuration-file.md', '# Configuration file')).toEqual(rows)
  })
})

describe('docs/performance.md', () => {
  it('gives the budgets of browser programs that are enforced', () => {
    const budgets = readFileSync('packages/embedded-fields/test/bundle-budget.ts', 'utf8')
    const rows = readTable('docs/performance.md', '<!-- bundles:')
    expect(rows.length).toBeGreaterThan(3)
    for (const [program = '', budget = ''] of rows) {
      const [, name] = /`([^`]+)`/.exec(program) ?? []
      expect(budgets).toContain(`'${name}': { maxBytes: ${budget.replaceAll(',', '_')},`)
    }
  })
})

/** The cells of the first table after a mark, without its head. */
function readTable(path: string, mark: string): string[][] {
  const text = readFileSync(path, 'utf8')
  const start = text.indexOf(mark)
  if (start < 0) throw new Error(`${path} has no "${mark}"`)
  const table = /(?:^\|.*\|$\n?)+/m.exec(text.slice(start))?.[0] ?? ''
  return table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

function unquote(cell = ''): string {
  return cell.replaceAll('`', '')
}

describe('samples for shells', () => {
  /** Variables that the text explains: values from an earlier response. */
  const EXPLAINED = ['TOKEN', 'SUBSCRIPTION_ID', 'JACKSON']

  it('name variables that a sandbox’s file or a gateway’s configuration has', () => {
    const shown = readSources('.')
      .filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/decisions/'))
      .flatMap(listSamples)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ path, code }) => [...code.matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, name]) => [path, name]))
    const known = [
      ...Object.keys(CONFIG_VARIABLES),
      'SLUICE_SANDBOX_ID',
      'SLUICE_TERMINAL_ID',
      'SLUICE_CLIENT_ID',
      'SLUICE_CLIENT_SECRET',
      ...EXPLAINED,
    ]
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter(([, name = '']) => !known.includes(name))).toEqual([])
  })
})

it('the README of the database engine lists each of its files', () => {
  const folder = 'packages/platform/src/database'
  const text = readFileSync(`${folder}/README.md`, 'utf8')
  const sources = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name))
  expect(sources.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
