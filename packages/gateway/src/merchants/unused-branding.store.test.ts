import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases, type OpenFresh } from '../../test/databases.ts'
import { createManualClock } from '../../../platform/test/manual-clock.ts'
import type { Database } from '../composition/tables.ts'
import { brandingAssetPath } from './branding-asset.ts'
import { prepareBranding, storeBrandingAsset } from './branding-asset.store.ts'
import { configureMerchant } from './configure-merchant.store.ts'
import { makeClientKey } from './identifiers.ts'
import { createMerchantStore } from './merchant.store.ts'
import { readConfigured } from './read-configured.store.ts'
import { removeSurplusBranding, removeUnusedBranding } from './unused-branding.store.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 10, 23)
const PNG = '\x89PNG\r\n\x1a\n'

async function prepare(open: OpenFresh) {
  const { db } = await open()
  const random = createSystemRandom(systemClock)
  const sealer = createSealer(Buffer.alloc(32, 1), random)
  const clock = createManualClock()
  const transact = createTransact<Database>({ db, random, timers: systemTimers })
  await createMerchantStore({ db, sealer, clock, random }).addMerchant({
    id: 'm-1',
    sandboxId: null,
    madeBy: null,
    name: 'Blåbär AB',
    terminals: [],
    clientKey: { clientKey: makeClientKey('test', random), origins: [] },
    risk: null,
  })
  /** Returns another image for every address. */
  const fetchAsset = (url: string) => Promise.resolve(Buffer.from(`${PNG}${url}`, 'latin1'))
  const showLogo = async (url: string | null) => {
    const present = await readConfigured(db, 'm-1')
    if (present === null) throw new Error('the merchant is gone')
    const { merchant } = present
    const input = { ...merchant, branding: { ...merchant.branding, logo_url: url, font_url: null } }
    const branding = await prepareBranding(db, input, { fetchAsset })
    expect(branding.problems).toEqual([])
    await transact(async (trx) => {
      for (const asset of branding.assets) await storeBrandingAsset(trx, asset, clock)
      await configureMerchant(trx, branding.merchant, { sealer, clock, random }, 'PORTAL')
      await removeSurplusBranding(trx, 'm-1')
    })
    clock.advance(1)
  }
  const list = async () => {
    const rows = await db.selectFrom('branding_assets').select('source_url').orderBy('created_at').execute()
    return rows.map(({ source_url: url }) => url)
  }
  return { db, showLogo, list }
}

const logo = (index: number) => `https://shop.example/${index}.png`

describeOnBothDatabases('logos and fonts that no settings use', (open) => {
  it('are deleted after a day, but never the used one', async () => {
    const { db, showLogo, list } = await prepare(open)
    await showLogo(logo(1))
    expect(await removeUnusedBranding(db, NOW_MS)).toBe(0)
    await showLogo(logo(2))
    expect(await removeUnusedBranding(db, NOW_MS + 30 * DAY_MS)).toBe(0)
    expect(await removeUnusedBranding(db, NOW_MS + 31 * DAY_MS - 1)).toBe(0)
    expect(await list()).toEqual([logo(1), logo(2)])
    expect(await removeUnusedBranding(db, NOW_MS + 31 * DAY_MS)).toBe(1)
    expect(await removeUnusedBranding(db, NOW_MS + 99 * DAY_MS)).toBe(0)
    expect(await list()).toEqual([logo(2)])
  })

  it('are kept for another day once they were used or tried again', async () => {
    const { db, showLogo, list } = await prepare(open)
    await showLogo(logo(1))
    await showLogo(logo(2))
    await removeUnusedBranding(db, NOW_MS)
    await showLogo(logo(1))
    expect(await removeUnusedBranding(db, NOW_MS + 2 * DAY_MS)).toBe(0)
    expect(await list()).toEqual([logo(1), logo(2)])
    const present = await readConfigured(db, 'm-1')
    if (present === null) throw new Error('the merchant is gone')
    const { merchant } = present
    const tried = { ...merchant, branding: { ...merchant.branding, logo_url: logo(2) } }
    const fetchAsset = () => Promise.reject(new Error('is here already'))
    const { branding } = (await prepareBranding(db, tried, { fetchAsset })).merchant
    expect(branding.logo_url).toMatch(new RegExp(`^${brandingAssetPath('[0-9a-f]{64}')}$`))
    expect(await removeUnusedBranding(db, NOW_MS + 4 * DAY_MS)).toBe(0)
    expect(await removeUnusedBranding(db, NOW_MS + 5 * DAY_MS)).toBe(1)
  })

  it('are at most ten per merchant: a change deletes the oldest', async () => {
    const { showLogo, list } = await prepare(open)
    for (let index = 1; index <= 13; index += 1) await showLogo(logo(index))
    expect(await list()).toEqual(Array.from({ length: 11 }, (_, index) => logo(index + 3)))
  })
})
