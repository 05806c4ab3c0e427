import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

import { COMMANDS } from '../commands/index.ts'
import { describeBash } from './bash.ts'
import { listCompletedCommands } from './completed-command.ts'
import { describeFish } from './fish.ts'
import { describeZsh } from './zsh.ts'

const COMPLETED = listCompletedCommands(COMMANDS)

/**
 * Returns bash's completions after these words, the last of which is incomplete; runs in the folder of package.json.
 */
function offer(...words: readonly string[]): readonly string[] {
  const script = `${describeBash(COMPLETED)}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_sluice_gateway
printf '%s\\n' "\${COMPREPLY[@]}"`
  const offered = execFileSync('bash', ['-c', script, 'bash', 'sluice-gateway', ...words], {
    encoding: 'utf8',
    cwd: new URL('../..', import.meta.url),
  })
  return offered.split('\n').filter(Boolean)
}

const longOptions = (name: string) =>
  COMPLETED.find((command) => command.name === name)?.options.map((option) => `--${option.name}`)

describe('completion', () => {
  it('offers commands, then actions, then options, as bash runs it', () => {
    expect(offer('')).toEqual([...Object.keys(COMMANDS), 'help'])
    expect(offer('pa')).toEqual(['pay', 'payments'])
    expect(offer('payments', '')).toEqual(Object.keys(COMMANDS['payments']?.actions ?? {}))
    expect(offer('payments', 'list', '')).toEqual(longOptions('payments'))
    expect(offer('payments', 'list', '--nd')).toEqual(['--ndjson'])
    expect(offer('start', '')).toEqual(longOptions('start'))
    expect(offer('help', 'pa')).toEqual(['pay', 'payments'])
    expect(offer('unknown', '')).toEqual([])
  })

  it('offers files where a file is wanted, and nothing for other values', () => {
    expect(offer('verify', 'pack')).toContain('package.json')
    expect(offer('verify', '--')).toEqual(longOptions('verify'))
    expect(offer('start', '--config', 'pack')).toContain('package.json')
    expect(offer('payments', 'list', '--status', '')).toEqual([])
  })

  it.each([
    ['zsh', describeZsh(COMPLETED), (name: string) => `\n    ${name})\n`, (name: string) => `'--${name}[`],
    ['fish', describeFish(COMPLETED), (name: string) => ` -a ${name} -d '`, (name: string) => ` -l ${name} `],
  ])('contains every command, action and option in %s', (_shell, script, toCommand, toOption) => {
    for (const { name, actions, options } of COMPLETED) {
      expect(script).toContain(toCommand(name))
      expect(script).toContain(actions.join(' '))
      for (const option of options) expect(script).toContain(toOption(option.name))
    }
  })

  it('escapes descriptions for each shell', () => {
    const rude = [
      {
        name: 'x',
        summary: "it's \\ done",
        actions: [],
        isOperandFile: false,
        options: [{ name: 'o', meaning: "[a] it's: \\", takes: null }],
      },
    ]
    expect(describeZsh(rude)).toContain(String.raw`'--o[\[a\] it'\''s: \\]'`)
    expect(describeFish(rude)).toContain(String.raw`-d 'it\'s \\ done'`)
  })
})
