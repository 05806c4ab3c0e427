import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import {
  ACCOUNT_TRIES_MAX,
  ADDRESS_TRIES_MAX,
  KNOWN_NETWORK_TRIES_MAX,
  NETWORK_TRIES_MAX,
} from '../packages/identity/src/sign-in/sign-in-failures.ts'
import { DEVICE_PLACES } from '../packages/portal-api/src/device-request.ts'

import { HASHES_WAITING_MAX, PASSWORD_MAX_UNITS } from '../packages/platform/src/crypto/password-hash.ts'
import { ADDRESS_CAPS } from '../packages/platform/src/http/address-caps.ts'
import { RATE_POLICIES } from '../packages/platform/src/rate-limits/rate-policies.ts'
import { LIMITS } from '../packages/types/src/vocabulary/index.ts'
import { QUERIES_AT_ONCE } from '../packages/gateway/src/transactions/execution/query-queue.ts'
import { QUESTION_PAUSE_MS } from '../packages/gateway/src/transactions/execution/execution-records.ts'

const ROOT = join(import.meta.dirname, '..')
const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** Rows of the tables that claim something: what, by which code, shown by which test. */
const CLAIMS = TEXT.split('\n')
  .filter(
    (line) =>
      /^\| .* \| .* \| .* \|$/.test(line) && !/^\| (?:-+|Threat|Section|Requirement|Page,[^|]*) /.test(line),
  )
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()))

/** The sources of the packages, without tests, and their dependencies. */
const PRODUCT = globSync('packages/*/{package.json,src/**/*.{ts,tsx,vue}}', { cwd: ROOT })
  .filter((path) => !/\.(?:test|spec)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const filesWith = (sign: string) => PRODUCT.filter(({ text }) => text.includes(sign)).map(({ path }) => path)

const signsOf = (reason = '') => [...reason.matchAll(/`([^`]+)`/g)].map(([, sign = '']) => sign)

/** Code whose presence makes the requirement apply. */
const EXISTS = [
  ['V1.2.10', 'csvLine('],
  ['V3.3.1', 'set-cookie'],
  ['V6.2.1', 'findPasswordProblem('],
  ['V6.7.1', 'verifyPasskey('],
  ['V7.5.1', 'createPortalSession('],
  ['V10.2.1', 'authorizationUrl('],
] as const

const pathsOf = (cell = '') =>
  [...cell.matchAll(/`([^`\s]+\/[^`\s]+|\.[\w.-]+|pnpm-workspace\.yaml)`/g)].map(([, path = '']) => path)

describe('docs/security.md', () => {
  it('claims something of threats, ASVS and PCI DSS', () => {
    expect(CLAIMS.length).toBeGreaterThan(60)
  })

  it('names files that exist', () => {
    // The code that such a row names must not exist.
    const claimed = CLAIMS.filter(([, code]) => code !== 'does not apply')
    const named = claimed.flatMap((cells) => cells.flatMap(pathsOf))
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it.each(CLAIMS)(
    '%s: is met by code that a test covers, or says why it is not',
    (_, code = '', test = '') => {
      if (/^(?:not met|does not apply)$/.test(code)) return expect(test.length).toBeGreaterThan(10)
      expect(pathsOf(code).length).toBeGreaterThan(0)
      expect(pathsOf(test).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path)).length).toBeGreaterThan(0)
    },
  )

  const missing = CLAIMS.filter(([, code]) => code === 'does not apply')

  it.each(missing)('%s: does not apply, because nothing that would make it apply exists', (...cells) => {
    const signs = signsOf(cells[2])
    expect(signs.length).toBeGreaterThan(0)
    expect(signs.filter((sign) => filesWith(sign).length > 0)).toEqual([])
  })

  it.each(EXISTS)('%s applies while the code has %s', (requirement, sign) => {
    expect(filesWith(sign)).not.toEqual([])
    const rows = missing.filter(([title = '']) => title.split(/[ ,–]/).includes(requirement))
    expect(rows).toEqual([])
  })

  it('gives operators the limits for strangers with the numbers of the code', () => {
    const [, section = ''] = TEXT.split('\n## What strangers can and cannot make a process do\n')
    const number = (value: number) => value.toLocaleString('en-GB')
    const { question, report } = RATE_POLICIES
    for (const bound of [
      `${ADDRESS_CAPS.connections} connections`,
      `${ADDRESS_CAPS.requests} concurrent requests`,
      `${LIMITS.BODY_MAX_BYTES / 1024} KiB of body`,
      `${LIMITS.HEADERS_MAX_BYTES / 1024} KiB of headers`,
      `${number(LIMITS.REQUEST_URL_MAX_BYTES)} bytes of address`,
      `${number(PASSWORD_MAX_UNITS)} UTF-16 units`,
      `${ADDRESS_TRIES_MAX} per address`,
      `${ACCOUNT_TRIES_MAX} per account`,
      `${KNOWN_NETWORK_TRIES_MAX} from networks`,
      `${NETWORK_TRIES_MAX[0]} per /24 or /56 and ${NETWORK_TRIES_MAX[1]} per /16 or /48`,
      `${HASHES_WAITING_MAX} from strangers`,
      `${DEVICE_PLACES.narrow} pending per address, ${DEVICE_PLACES.middle} per /24 or /56, ${DEVICE_PLACES.wide} per /16 or /48, ${number(DEVICE_PLACES.all)} in all`,
      `${question.perSecond} a second and a burst of ${question.burst}`,
      `one query per order in ${QUESTION_PAUSE_MS / 1000} seconds`,
      `${QUERIES_AT_ONCE} concurrent queries`,
      `${report.perSecond} a second and a burst of ${report.burst}`,
    ])
      expect(section).toContain(bound)
  })
})
