import { describe, expect, it } from 'vitest'
import { fillSamples } from './fill-samples.ts'

const ENVIRONMENT =
  'SLUICE_BASE_URL=http://127.0.0.1:8080\nSLUICE_CLIENT_SECRET=hidden\nSLUICE_REALM="sluice"\n'

describe('fillSamples', () => {
  it('replaces the names of variables with the demo merchant’s values', () => {
    expect(fillSamples('curl $SLUICE_BASE_URL/realms/$SLUICE_REALM/x', ENVIRONMENT)).toBe(
      'curl http://127.0.0.1:8080/realms/sluice/x',
    )
  })

  it('keeps the names of secrets and of unknown variables', () => {
    const text = '-u "$SLUICE_CLIENT_ID:$SLUICE_CLIENT_SECRET"'
    expect(fillSamples(text, ENVIRONMENT)).toBe(text)
    expect(fillSamples('$SLUICE_BASE_URL', null)).toBe('$SLUICE_BASE_URL')
  })
})
