import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/threeds.json' with { type: 'json' }
import { encodeThreeDsMethodData, fingerprintResult } from './fingerprint.ts'

describe('fingerprint', () => {
  it('writes threeDSMethodData of the vector', () => {
    const { threeDSServerTransID, threeDSMethodNotificationURL } = vectors.threeDSMethodData.json
    expect(
      encodeThreeDsMethodData({
        threeDsServerTransId: threeDSServerTransID,
        notificationUrl: threeDSMethodNotificationURL,
      }),
    ).toBe(vectors.threeDSMethodData.base64url)
  })

  it.each(['Y', 'N', 'U'] as const)('gives the result for %s', (completion) => {
    expect(fingerprintResult(completion)).toBe(vectors.fingerprint_result[completion])
  })
})
