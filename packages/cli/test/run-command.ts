import { vi } from 'vitest'

import { readCommandLine } from '../src/command-line.ts'
import { COMMANDS } from '../src/commands/index.ts'

/** A command of `sluice-gateway` as typed, in this process: its exit code and what it printed. */
export async function runCommand(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const line = readCommandLine(argv, env)
  if (line.kind !== 'run') throw new Error(JSON.stringify(line))
  const command = await COMMANDS[argv[0] ?? '']?.load()
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const code = await command?.run(line)
    return { code, stdout: out.mock.calls.flat().join(''), stderr: err.mock.calls.flat().join('') }
  } finally {
    out.mockRestore()
    err.mockRestore()
  }
}
