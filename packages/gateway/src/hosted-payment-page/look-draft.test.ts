import { expect, it } from 'vitest'

import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom } from '@sluice/platform/system'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { createLookDrafts, type Look } from './look-draft.ts'

const LOOK: Look = {
  branding: { merchant_name: 'Shop', logo_url: null, font_family: null, font_url: null, colors: {} },
  locale: 'en-US',
  languages: [],
}

function prepare() {
  const realTime = createManualClock()
  const sealer = createSealer(new Uint8Array(32), createSystemRandom(realTime))
  return { realTime, sealer, drafts: createLookDrafts({ sealer, realTime }) }
}

it('shows a draft for a quarter of an hour', () => {
  const { realTime, drafts } = prepare()
  const sealed = drafts.seal(LOOK)
  expect(drafts.open(sealed)).toEqual(LOOK)
  realTime.advance(15 * 60_000 - 1)
  expect(drafts.open(sealed)).toEqual(LOOK)
  realTime.advance(1)
  expect(drafts.open(sealed)).toBeNull()
})

it('shows nothing that was not sealed as a draft', () => {
  const { sealer, drafts } = prepare()
  const sealed = drafts.seal(LOOK)
  const other = sealer.seal('something else', Buffer.from(JSON.stringify({ look: LOOK, untilMs: Infinity })))
  for (const text of ['', 'nonsense', `${sealed.slice(0, -2)}AA`, other.toString('base64url')])
    expect(drafts.open(text)).toBeNull()
})
