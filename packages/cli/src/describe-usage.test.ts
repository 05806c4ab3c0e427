import { describe, expect, it } from 'vitest'

import { CONFIG_VARIABLES } from '@sluice/gateway-core/config'

import { COMMANDS } from './commands/index.ts'
import { describeCommand, describeCommands, describeEnvironment } from './describe-usage.ts'

/** A terminal of the usual size shows this many lines without scrolling. */
const SCREEN = { lines: 60, columns: 100 } as const

describe('the help', () => {
  it('lists every command with its summary, on one screen', () => {
    const lines = describeCommands().split('\n')
    for (const [name, { summary }] of Object.entries(COMMANDS))
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toHaveLength(1)
    expect(lines.length).toBeLessThanOrEqual(SCREEN.lines)
    expect(lines.filter(({ length }) => length > SCREEN.columns)).toEqual([])
  })

  it.each(Object.entries(COMMANDS))('describes %s with its actions and options', (name, command) => {
    const help = describeCommand(name, command)
    expect(help).toContain(command.description)
    for (const option of [...command.flags, ...Object.keys(command.options)])
      expect(help).toContain(`--${option}`)
    for (const [action, { meaning }] of Object.entries(command.actions ?? {}))
      expect(help).toContain(`${action}: ${meaning}.`)
  })

  it('shows only the options that an action takes', () => {
    const [, refund] =
      /^ +(sluice-gateway payments refund .*)$/m.exec(describeCommand('payments', payments())) ?? []
    expect(refund).toBe(
      'sluice-gateway payments refund <id> [--amount <n>] [--idempotency-key <key>] [--yes] [--json] [--data <dir>]',
    )
  })

  it('explains where the origins of pages are changed, which no command does', () => {
    const { webhooks } = COMMANDS
    expect(webhooks && describeCommand('webhooks', webhooks)).toContain(
      'changes the origins of pages: owners do at the portal',
    )
  })

  it('lists every environment variable', () => {
    for (const name of Object.keys(CONFIG_VARIABLES)) expect(describeEnvironment()).toContain(name)
  })
})

function payments() {
  const { payments: command } = COMMANDS
  if (command === undefined) throw new Error('there is no command payments')
  return command
}
