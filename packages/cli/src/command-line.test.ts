import { describe, expect, it } from 'vitest'

import { describeProblems, readCommandLine } from './command-line.ts'
import { COMMANDS } from './commands/index.ts'

describe('readCommandLine', () => {
  it('starts with options before the environment', () => {
    const argv = [
      'start',
      '--port',
      '0',
      '--data',
      '/tmp/x',
      '--database-url',
      'postgres://db/x',
      '--host',
      '::1',
      '--json',
    ]
    const command = readCommandLine(argv, { SLUICE_PORT: '1' })
    expect(command).toMatchObject({
      kind: 'run',
      name: 'start',
      options: { json: true },
      config: { dataDir: '/tmp/x', http: { port: 0, host: '::1' } },
    })
  })

  it.each(['postgres://sluice:hunter2@db/x', 'postgres://db/x?password=hunter2', 'postgres://:hunter2@db/x'])(
    'accepts no password on the command line: %s',
    (url) => {
      const line = readCommandLine(['check', '--database-url', url], {})
      if (line.kind !== 'misused') throw new Error(JSON.stringify(line))
      expect(line.problem).toContain('SLUICE_DATABASE_URL_FILE')
      expect(line.problem).not.toContain('hunter2')
    },
  )

  it.each([
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['start', '--help', '--port', 'x'], 'help'],
    [['help', 'start'], 'help'],
    [['help', 'environment'], 'help'],
    [['help', 'serve'], 'misused'],
    [['--version'], 'version'],
    [['version'], 'version'],
    [['version', 'now'], 'misused'],
    [[], 'empty'],
    [['serve'], 'misused'],
    [['start', 'now'], 'misused'],
    [['start', '--prot', '1'], 'misused'],
    [['start', '--port'], 'misused'],
    [['toString'], 'misused'],
    [['start', '--port', 'x'], 'misconfigured'],
    [['payments'], 'misused'],
    [['payments', 'show'], 'misused'],
    [['payments', 'show', 'x', 'y'], 'misused'],
    [['payments', 'list', 'x'], 'misused'],
    [['payments', 'show', 'x'], 'run'],
    [['verify'], 'misused'],
    [['verify', 'a.http', 'b.http'], 'misused'],
    [['verify', 'toString'], 'run'],
    [['completion', 'csh'], 'misused'],
    [['completion', 'fish'], 'run'],
    [['webhooks', 'replay', '--failed', '--payment', 'x'], 'misused'],
    [['webhooks', 'deliveries', '--payment', 'x'], 'run'],
    [['payments', 'refund', 'x', '--last4', '1'], 'misused'],
    [['keys', 'rotate-signing', '--kid', 'x'], 'misused'],
    [['payments', 'refund', 'x', '--amount', '500', '--amount', '50'], 'misused'],
    [['payments', 'refund', 'x', '--json', '--json'], 'run'],
    [['payments', 'void', 'x', '--amount', '500'], 'misused'],
  ])('%j is %s', (argv, kind) => {
    expect(readCommandLine(argv, {}).kind).toBe(kind)
  })

  it('refuses an option that the action does not use, and names the actions that do', () => {
    expect(readCommandLine(['webhooks', 'replay', '--failed', '--payment', 'x'], {})).toMatchObject({
      kind: 'misused',
      problem: 'Option --payment does not apply to webhooks replay, only to deliveries.',
    })
    for (const { actions = {}, options } of Object.values(COMMANDS))
      for (const one of Object.values(options))
        expect(Object.keys(actions)).toEqual(expect.arrayContaining([...(one.actions ?? [])]))
  })

  it('passes an action its operand, and a client command only the data directory of the configuration', () => {
    const env = {
      SLUICE_BASE_URL: 'https://pay.example',
      SLUICE_ENVIRONMENT: 'production',
      SLUICE_DATA_DIR: '/d',
    }
    expect(readCommandLine(['payments', 'refund', 'x', '--amount', '5'], env)).toMatchObject({
      kind: 'run',
      action: 'refund',
      operand: 'x',
      options: { amount: '5' },
      config: { environment: 'test', dataDir: '/d' },
    })
  })

  it('treats an id that begins with a dash as a value, but not an option', () => {
    const read = (...words: string[]) => readCommandLine(['keys', 'revoke-signing', ...words], {})
    for (const kid of ['-kW_g387', '--W_g387', 'kW_g387']) {
      expect(read('--kid', kid, '--data', '/d')).toMatchObject({ kind: 'run', options: { kid } })
      expect(read(`--kid=${kid}`)).toMatchObject({ kind: 'run', options: { kid } })
    }
    expect(read('--kid', '--data', '/d')).toMatchObject({ kind: 'misused' })
    expect(read('--kid', '--')).toMatchObject({ kind: 'misused' })
  })

  it('treats an id that begins with a dash as the operand, wherever the options are', () => {
    const read = (...words: string[]) => readCommandLine(['payments', ...words], {})
    for (const id of ['-JTb0ZfN', '-hvW_g38', `--${'A'.repeat(41)}`, 'aJTb0ZfN'])
      for (const words of [
        ['refund', id, '--amount', '5', '--json'],
        ['--json', 'refund', '--amount=5', id],
        ['refund', '--json', '--amount', '5', '--', id],
      ])
        expect(read(...words)).toMatchObject({
          kind: 'run',
          action: 'refund',
          operand: id,
          options: { amount: '5', json: true },
        })
    expect(read('refund', 'x', '--amuont', '5')).toMatchObject({
      problem: 'Unknown option --amuont. Did you mean --amount?',
    })
    expect(read('refund', 'x', '-json')).toMatchObject({ kind: 'misused' })
    expect(read('-h')).toMatchObject({ kind: 'help', name: 'payments' })
  })

  it.each([
    [['payment', 'list'], 'Unknown command payment. Did you mean payments?'],
    [['payemnts'], 'Unknown command payemnts. Did you mean payments?'],
    [['help', 'trigerr'], 'Unknown command trigerr. Did you mean trigger?'],
    [['serve'], 'Unknown command serve.'],
    [['toString'], 'Unknown command toString.'],
    [['payments', 'refnud'], 'Unknown payments action refnud. Did you mean refund?'],
    [['payments'], 'payments requires an action: list, show, refund, capture, void, increment, extend.'],
    [['payments', 'show'], 'payments show requires <id>.'],
    [['payments', 'list', 'x'], 'Unexpected argument x for payments list.'],
    [['start', '--prt', '1'], 'Unknown option --prt. Did you mean --port?'],
    [['start', '--amount', '1'], 'Option --amount does not apply to start.'],
  ])('%j: %s', (argv, problem) => {
    expect(readCommandLine(argv, {})).toMatchObject({ kind: 'misused', problem })
  })

  it('lists every problem of a configuration on a line of its own', () => {
    const problems = [
      { name: 'A', got: '"x"', fix: 'give y' },
      { name: 'B', got: 'nothing', fix: 'give z' },
    ]
    expect(describeProblems(problems)).toBe(
      'The configuration cannot be used:\n  A: got "x"; give y\n  B: got nothing; give z\n',
    )
  })
})
