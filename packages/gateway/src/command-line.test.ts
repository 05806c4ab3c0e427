import { describe, expect, it } from 'vitest'
import { describeProblems, describeUsage, readCommand } from './command-line.ts'
import { CONFIG_VARIABLES } from './config.ts'

describe('readCommand', () => {
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
    const command = readCommand(argv, { SLUICE_PORT: '1' })
    expect(command).toMatchObject({
      kind: 'start',
      json: true,
      config: { dataDir: '/tmp/x', http: { port: 0, host: '::1' } },
    })
  })

  it.each([
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['start', '--help', '--port', 'x'], 'help'],
    [['--version'], 'version'],
    [[], 'misused'],
    [['serve'], 'misused'],
    [['start', 'now'], 'misused'],
    [['start', '--prot', '1'], 'misused'],
    [['start', '--port'], 'misused'],
    [['start', '--port', 'x'], 'misconfigured'],
  ])('%j is %s', (argv, kind) => {
    expect(readCommand(argv, {}).kind).toBe(kind)
  })

  it('explains itself: every variable in the usage, every problem on a line of its own', () => {
    for (const name of Object.keys(CONFIG_VARIABLES)) expect(describeUsage()).toContain(name)
    const problems = [
      { name: 'A', got: '"x"', fix: 'give y' },
      { name: 'B', got: 'nothing', fix: 'give z' },
    ]
    expect(describeProblems(problems)).toBe(
      'The configuration cannot be used:\n  A: got "x"; give y\n  B: got nothing; give z\n',
    )
  })
})
