import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { describeRuntimeProblem } from './describe-runtime-problem.ts'

describe('describeRuntimeProblem', () => {
  it.each(['20.20.2', '22.17.1', '18.0.0'])(
    'reports that Node %s is too old, and which version is required',
    (version) => {
      expect(describeRuntimeProblem(version, '>=22.18')).toBe(
        `Sluice needs Node 22.18 or newer; this is ${version}.\n`,
      )
    },
  )

  it.each(['22.18.0', '22.20.1', '24.0.0'])('accepts Node %s', (version) => {
    expect(describeRuntimeProblem(version, '>=22.18')).toBeNull()
  })

  it('reads which version the manifest requires', () => {
    expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/)
  })
})
