import { CHALLENGE_WINDOW_SIZES } from '@sluice/types/vocabulary'
import { buildSync } from 'esbuild'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWindow, type FakeWindow } from '../../../test/fake-window.ts'
import { collectBrowserInfo, showChallenge, takeFingerprint } from './index.ts'
import { WINDOW_SIZES } from './show-challenge.ts'

const ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const GATEWAY = 'https://gateway.example'
const ACS = 'https://acs.example'
const fingerprint = {
  methodUrl: `${ACS}/method`,
  threeDSMethodData: 'data',
  token: {
    three_ds_server_trans_id: ID,
    three_ds_method_notification_url: `${GATEWAY}/three-ds/${ID}/method-notification-url`,
  },
}
const challenge = {
  acsUrl: `${ACS}/challenge`,
  creq: 'creq',
  windowSize: '02',
  token: { three_ds_server_trans_id: ID },
}
const FINGERPRINT_DONE = {
  type: 'FINGERPRINT_RESPONSE',
  three_ds_comp_ind: 'Y',
  three_ds_server_trans_id: ID,
}
const ANSWERED = { type: 'CHALLENGE_RESPONSE', trans_status: 'Y', three_ds_server_trans_id: ID }

/** Messages of other scripts and other payments, and forgeries. */
const ALIEN: readonly { data: unknown; origin: string; source?: unknown }[] = [
  { data: null, origin: ACS },
  { data: 'no JSON {', origin: ACS },
  { data: '/*framebus*/{}', origin: GATEWAY },
  { data: 7, origin: ACS },
  { data: [], origin: ACS },
  { data: { ...ANSWERED, type: 'OTHER' }, origin: ACS },
  { data: { ...ANSWERED, three_ds_server_trans_id: 'another' }, origin: ACS },
  { data: { ...FINGERPRINT_DONE, three_ds_server_trans_id: 'another' }, origin: GATEWAY },
  { data: JSON.stringify(ANSWERED), origin: 'https://evil.example' },
  { data: JSON.stringify(FINGERPRINT_DONE), origin: 'https://evil.example' },
  { data: ANSWERED, origin: ACS, source: {} },
  { data: FINGERPRINT_DONE, origin: GATEWAY, source: {} },
]

let page: FakeWindow
beforeEach(() => {
  vi.useFakeTimers()
  page = createFakeWindow()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('takeFingerprint', () => {
  it('posts into a hidden frame and ends with the message, among all other messages', async () => {
    const taken = takeFingerprint(fingerprint)
    expect(page.posted).toEqual([
      {
        action: `${ACS}/method`,
        target: page.frame()?.['name'],
        fields: { threeDSMethodData: 'data' },
      },
    ])
    expect(page.frame()).toMatchObject({
      attributes: { 'aria-hidden': 'true' },
      style: { visibility: 'hidden' },
    })
    for (const message of ALIEN) page.say(message)
    expect(page.frame()).toBeDefined()
    page.say({ data: JSON.stringify(FINGERPRINT_DONE), origin: GATEWAY })
    expect(await taken).toBe('Y')
    expect(page.frame()).toBeUndefined()
  })

  it('is N after five seconds', async () => {
    const taken = takeFingerprint(fingerprint)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(page.frame()).toBeDefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await taken).toBe('N')
    expect(page.frame()).toBeUndefined()
  })

  it('is U without a method URL, N when the frame is removed', async () => {
    expect(await takeFingerprint({ ...fingerprint, methodUrl: null })).toBe('U')
    const leaving = new AbortController()
    const taken = takeFingerprint(fingerprint, { signal: leaving.signal })
    leaving.abort()
    expect(await taken).toBe('N')
    expect(await takeFingerprint(fingerprint, { signal: leaving.signal })).toBe('N')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative'])('never opens %s', async (methodUrl) => {
    await expect(takeFingerprint({ ...fingerprint, methodUrl })).rejects.toThrow(TypeError)
    expect(page.posted).toEqual([])
  })
})

describe('showChallenge', () => {
  const show = (options: Partial<Parameters<typeof showChallenge>[1]> = {}) =>
    showChallenge(challenge, {
      container: page.body as unknown as Element,
      notifiers: [`${GATEWAY}/any/path`],
      ...options,
    })

  it.each([
    ['the gateway', GATEWAY, JSON.stringify(ANSWERED)],
    ['the issuer, as an object', ACS, ANSWERED],
  ])('ends with the message of %s, among all other messages', async (_, origin, data) => {
    const shown = show()
    expect(page.posted).toMatchObject([{ action: `${ACS}/challenge`, fields: { creq: 'creq' } }])
    expect(page.frame()).toMatchObject({
      title: 'Your bank’s page',
      style: { width: '390px', height: '400px' },
    })
    for (const message of ALIEN) page.say(message)
    expect(page.frame()).toBeDefined()
    page.say({ data, origin })
    expect(await shown).toEqual({ kind: 'answered', transStatus: 'Y' })
    expect(page.frame()).toBeUndefined()
  })

  it('polls in addition to the message, and survives missing responses', async () => {
    const isOver = vi
      .fn<() => Promise<boolean>>()
      .mockResolvedValueOnce(false)
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(true)
    const shown = show({ isOver })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await shown).toEqual({ kind: 'over' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isOver).toHaveBeenCalledTimes(3)
  })

  it('ends after ten minutes', async () => {
    const shown = show()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await shown).toEqual({ kind: 'timedOut' })
    expect(page.frame()).toBeUndefined()
  })

  it('can be left', async () => {
    const leaving = new AbortController()
    const shown = show({ signal: leaving.signal })
    leaving.abort()
    expect(await shown).toEqual({ kind: 'left' })
    expect(await show({ signal: leaving.signal })).toEqual({ kind: 'left' })
  })

  it('draws the sizes of EMV 3DS', () => {
    const drawn = Object.entries(CHALLENGE_WINDOW_SIZES).map(([code, size]) => [
      code,
      size === 'full' ? ['100%', '100%'] : [`${size.widthPixels}px`, `${size.heightPixels}px`],
    ])
    expect(WINDOW_SIZES).toEqual(Object.fromEntries(drawn))
  })
})

it('collectBrowserInfo measures the browser, with Java or without that member', () => {
  vi.stubGlobal('screen', { colorDepth: 24, height: 900, width: 1440 })
  vi.stubGlobal('navigator', { language: 'sv-SE' })
  const info = collectBrowserInfo()
  expect(info).toMatchObject({ color_depth: 24, screen_width: 1440, java_enabled: false, language: 'sv-SE' })
  expect(info.time_zone_offset).toBe(new Date().getTimezoneOffset())
  vi.stubGlobal('navigator', { language: 'sv-SE', javaEnabled: () => true })
  expect(collectBrowserInfo().java_enabled).toBe(true)
})

/** The current size, with room for a fix. A page loads it before a customer pays. */
const BUDGET_GZIP_BYTES = 1_700

it('is small and imports nothing else', () => {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [`${import.meta.dirname}/index.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  })
  expect(Object.keys(metafile.inputs).filter((file) => !file.includes('/three-ds/browser/'))).toEqual([])
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(BUDGET_GZIP_BYTES)
})
