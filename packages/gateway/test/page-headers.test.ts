/**
 * Runs scanners over the documents for shoppers: Google's CSP Evaluator, and the scores of Mozilla's HTTP Observatory
 * (its package has 130 MB and uses the network, so its rules are repeated here).
 */
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findWeaknesses, PAGE_RULES, policyOf } from '@sluice/platform/http/testing/find-header-faults'
import { send } from '@sluice/platform/http/testing/send'
import { SHOP_CLIENT_KEY, type RunningEdge, startEdge } from '@sluice/platform/http/testing/start-edge'

import { registerPage } from '../src/hosted-payment-page/index.ts'
import { registerBrowserAssets } from '../src/pages/index.ts'
import { NO_ASSETS } from './no-assets.ts'

const frame = {
  html: '<!doctype html>',
  scriptHash: 'sha256-uFHIj+jXvgyKwHlGdPvZ8vC4WbYy0D1RkXpuDjFh2eA=',
  styleHash: 'sha256-Mzg1sXz3o0rzv3l4ZLqBn9fIBwT1fMCmvMJ1m1Lq7lE=',
}

/** Its script must be allowed by name, because 'strict-dynamic' would let it load any script. */
const METHODS = 'https://methods.example'
const ORIGIN_URLS = { methods: METHODS, portal: null, bank: null }
const WALLET = 'https://wallet.example'

/** The wallet's script loads its own scripts, in a frame at a separate origin. The gateway's own module has one address. */
const ALLOWED = [WALLET, 'https://pay.example/embedded-fields/installments.js']

function startPages(environment: 'test' | 'production'): Promise<RunningEdge> {
  return startEdge(
    (server) => {
      registerBrowserAssets(server, {
        assets: { ...NO_ASSETS, cardFrame: frame, threeDsFrame: frame, methodsFrame: frame },
        resolveClientKey: server.edge.options.resolveClientKey,
        listLanguages: async () => [],
        walletScripts: () => [`${WALLET}/pay.js`],
      })
      registerPage(server, {
        findPage: () => Promise.resolve(null),
        resolveClientKey: server.edge.options.resolveClientKey,
        random: { ...server.edge.options.random, bytes: (length) => Buffer.alloc(length, 'random') },
        renderDocument: () => '<!doctype html>',
        methodsUrl: () => METHODS,
      })
    },
    {
      config: {
        environment,
        baseUrl: 'https://pay.example',
        trustedProxies: ['127.0.0.1'],
        originUrls: ORIGIN_URLS,
      },
    },
  )
}

let edges: Record<'test' | 'production', RunningEdge>

beforeAll(async () => {
  edges = { test: await startPages('test'), production: await startPages('production') }
})
afterAll(() => Promise.all(Object.values(edges).map(({ server }) => server.close())))

const PROXIED = { host: 'pay.example', 'x-forwarded-proto': 'https' }

async function headersOf(
  path: string,
  environment: 'test' | 'production' = 'production',
): Promise<IncomingHttpHeaders> {
  // Third-party scripts run at a separate origin.
  const isApart = /methods-frame|three-ds/.test(path)
  const headers = isApart ? { ...PROXIED, host: 'methods.example' } : PROXIED
  return (await send(edges[environment].port, { path, headers })).headers
}

const DOCUMENTS = {
  'the payment page': `/hpp/payment/${SHOP_CLIENT_KEY}/${'A'.repeat(43)}`,
  'the card frame': `/embedded-fields/card-frame/${SHOP_CLIENT_KEY}`,
  'the methods frame': `/embedded-fields/methods-frame/${SHOP_CLIENT_KEY}`,
  'the 3DS frame': `/three-ds/frame/${SHOP_CLIENT_KEY}`,
}

/** The exceptions of these documents from the rules of every page. */
const RULES: Readonly<Record<string, (headers: IncomingHttpHeaders) => boolean>> = {
  ...PAGE_RULES,
  'no unsafe word in its policy': (headers) => !policyOf(headers).includes("'unsafe-"),
  'no cookie': (headers) => headers['set-cookie'] === undefined,
  'HTTPS for two years': (headers) =>
    headers['strict-transport-security'] === 'max-age=63072000; includeSubDomains',
  'reports of what was kept from happening': (headers) =>
    headers['reporting-endpoints'] === 'csp="/csp-reports"' && / report-to csp(;|$)/.test(policyOf(headers)),
}

/** An A+ begins at 100. Documents that other sites frame cannot get the last ten points, for same-origin resources. */
const LEAST_SCORE = 115

/** Returns the Observatory's modifiers to 100 for a site on HTTPS (its algorithm 4). */
const POINTS: Readonly<Record<string, (headers: IncomingHttpHeaders) => number>> = {
  policy: (headers) => {
    const policy = policyOf(headers)
    if (/script-src [^;]*('unsafe-|data:|https?:(?=[ ;]))/.test(policy)) return -20
    if (/ http:/.test(policy)) return -20
    return /^default-src 'none'(;|$)/.test(policy) ? 10 : 5
  },
  'referrer policy': ({ 'referrer-policy': policy }) =>
    ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(
      String(policy),
    )
      ? 5
      : -5,
  'HTTPS only': ({ 'strict-transport-security': order }) =>
    Number(/max-age=(\d+)/.exec(String(order))?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
  'types as said': ({ 'x-content-type-options': option }) => (option === 'nosniff' ? 0 : -5),
  framing: (headers) => (/; frame-ancestors /.test(policyOf(headers)) ? 5 : -20),
  embedding: ({ 'cross-origin-resource-policy': policy }) => (policy === 'same-origin' ? 10 : 0),
  'readable from elsewhere': ({ 'access-control-allow-origin': origin }) => (origin === '*' ? -50 : 0),
}

const scoreOf = (headers: IncomingHttpHeaders) =>
  Object.values(POINTS).reduce((score, judge) => score + judge(headers), 100)

describe.each(Object.entries(DOCUMENTS))('%s', (_, path) => {
  it.each(['test', 'production'] as const)('scores well: %s', async (environment) => {
    const headers = await headersOf(path, environment)
    expect(scoreOf(headers), JSON.stringify(headers, null, 1)).toBeGreaterThanOrEqual(LEAST_SCORE)
  })

  it.each(Object.entries(RULES))('has %s', async (__, holds) => {
    const headers = await headersOf(path)
    expect(holds(headers), JSON.stringify(headers, null, 1)).toBe(true)
  })

  it('has a policy without known weaknesses (CSP Evaluator)', async () => {
    const findings = findWeaknesses(policyOf(await headersOf(path)))
    expect(findings.filter((finding) => !ALLOWED.some((script) => finding.includes(script)))).toEqual([])
  })
})

it.each(Object.entries(DOCUMENTS))('%s is not served over plain HTTP in production', async (_, path) => {
  const { status, text } = await send(edges.production.port, { path })
  expect([status, text]).toEqual([403, ''])
})

it('CSP Evaluator finds a real weakness', () => {
  expect(findWeaknesses("script-src 'unsafe-inline' https:")).toContainEqual(
    expect.stringMatching(/^script-src 'unsafe-inline': /),
  )
})
