import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { printLines, showControls, writeError, writeOutput } from './terminal.ts'

/** A title for the window, a colour, a line over another, an order from right to left. */
const HOSTILE = 'evt\u001b]0;title\u0007\u009b31m\r\n\u2028\u202eend\u007f'
const SHOWN = String.raw`evt\u001b]0;title\u0007\u009b31m\u000d\u000a\u2028\u202eend\u007f`

describe('printed texts', () => {
  const written = (name: 'stdout' | 'stderr', write: () => void) => {
    const spy = vi.spyOn(process[name], 'write').mockReturnValue(true)
    try {
      write()
      return spy.mock.calls.flat().join('')
    } finally {
      spy.mockRestore()
    }
  }

  it('shows control characters, which a terminal would obey', () => {
    expect(showControls(HOSTILE)).toBe(SHOWN)
    expect(showControls('Zoë\t東京 👩‍💻 €')).toBe('Zoë\t東京 👩‍💻 €')
    expect(written('stdout', () => printLines(['one', HOSTILE]))).toBe(`one\n${SHOWN}\n`)
    expect(written('stdout', () => writeOutput('one\n\u001b[2J\n'))).toBe('one\n\\u001b[2J\n')
    expect(written('stderr', () => writeError('one\n\u001b[2J\n'))).toBe('one\n\\u001b[2J\n')
  })

  it('keeps the value of a JSON text', () => {
    expect(JSON.parse(showControls(JSON.stringify({ id: HOSTILE })))).toEqual({ id: HOSTILE })
  })

  it('is sanitized in every command, except for the file that export writes', () => {
    const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    const direct = sources.filter((file) =>
      /process\.std(?:out|err)\.write|console\.|printf/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    )
    expect(direct.toSorted()).toEqual(['commands/export.ts', 'terminal.ts'])
  })
})
