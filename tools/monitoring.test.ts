import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

import { COUNTS, DURATIONS, GAUGES } from '../packages/platform/src/telemetry/metrics.ts'

const FOLDER = join(import.meta.dirname, '../deploy/monitoring')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
/** Set by `npm run verify -- alerts`, which unpacks Debian's. */
const PROMTOOL = process.env['SLUICE_PROMTOOL'] ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0
/** Comes with Alertmanager. */
const AMTOOL = process.env['SLUICE_AMTOOL'] ?? 'amtool'
const hasAmtool = spawnSync(AMTOOL, ['--version']).status === 0

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
}

interface RuleTest {
  readonly alert_rule_test?: readonly {
    readonly alertname: string
    readonly exp_alerts: readonly unknown[]
  }[]
  readonly promql_expr_test?: readonly { readonly expr: string }[]
}

const rules = (parse(read('alerts.yaml')) as { groups: readonly [{ rules: readonly Rule[] }] }).groups[0]
  .rules
const { tests } = parse(read('alerts.test.yaml')) as { readonly tests: readonly RuleTest[] }
const dashboard = JSON.parse(read('dashboard.json')) as {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
}
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

it('the documentation lists the alerts of the rule file', () => {
  const text = readFileSync(join(FOLDER, '../../docs/operations/metrics.md'), 'utf8')
  const [, table = ''] = /<!-- metric-alerts:[^\n]*\n\n((?:\|[^\n]*\n)+)/.exec(text) ?? []
  const rows = [...table.matchAll(/^\| `(.+?)` +\| (at once|\d+ min) +\|/gm)].map(
    ([, when = '', wait = '']) => ({
      expr: when.replaceAll('\\|', '|'),
      for: wait === 'at once' ? '0m' : wait.replace(' min', 'm'),
    }),
  )
  expect(rows).toEqual(rules.map(({ expr, for: wait }) => ({ expr, for: wait })))
})

it('every alert is tested once where it fires, and once where it stays quiet', () => {
  const cases = tests.flatMap(({ alert_rule_test: alerts = [] }) => alerts)
  const names = (isQuiet: boolean) =>
    cases
      .filter(({ exp_alerts: alerts }) => (alerts.length === 0) === isQuiet)
      .map(({ alertname }) => alertname)
  const alerts = rules.map(({ alert }) => alert)
  expect(names(false)).toEqual(alerts)
  expect(names(true)).toEqual(alerts)
})

it('every expression of the dashboard is evaluated on recorded series', () => {
  const evaluated = tests.flatMap(({ promql_expr_test: cases = [] }) => cases.map(({ expr }) => expr))
  expect(evaluated).toEqual(expressions)
})

it('alerts and dashboard use metrics that the gateway has', () => {
  const names = new Set(
    Object.values({ ...DURATIONS, ...COUNTS, ...GAUGES }).flatMap(({ name }) => [
      name,
      `${name}_count`,
      `${name}_bucket`,
    ]),
  )
  for (const expr of [...rules.map(({ expr }) => expr), ...expressions])
    for (const [used] of expr.matchAll(/sluice_\w+/g)) expect(names, expr).toContain(used)
})

it.runIf(hasPromtool)(
  'promtool accepts the rules and their tests (skipped where promtool is missing)',
  () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: FOLDER, encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
  },
)

it('Alertmanager wakes somebody for pages, and holds the other alerts until the morning', () => {
  const { route, receivers } = parse(read('alertmanager.yaml')) as {
    readonly route: {
      readonly receiver: string
      readonly routes: readonly { readonly matchers: readonly string[]; readonly receiver: string }[]
    }
    readonly receivers: readonly { readonly name: string }[]
  }
  const receiverOf = (severity: string) =>
    route.routes.find(({ matchers }) => matchers.includes(`severity="${severity}"`))?.receiver ??
    route.receiver
  const used = new Set(rules.map(({ labels }) => receiverOf(labels.severity)))
  expect([...used].sort()).toEqual(['on-call', 'tickets'])
  expect(receivers.map(({ name }) => name)).toEqual([...used].sort())
  expect(receiverOf('page')).toBe('on-call')
})

it.runIf(hasAmtool)('amtool accepts the configuration (skipped where amtool is missing)', () => {
  const { status, stdout, stderr } = spawnSync(AMTOOL, ['check-config', 'alertmanager.yaml'], {
    cwd: FOLDER,
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})
