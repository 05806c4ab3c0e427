import { expect, it } from 'vitest'

import { findOpener, openInBrowser } from './open-in-browser.ts'

it.each([
  [{}, 'linux', null],
  [{ DISPLAY: ':0' }, 'linux', ['xdg-open']],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', ['xdg-open']],
  [{}, 'darwin', ['open']],
  [{}, 'win32', ['explorer']],
  [{ BROWSER: 'firefox' }, 'linux', ['firefox']],
  [{ BROWSER: '' }, 'linux', null],
] as const)('with %j on %s, %j opens an address', (env, platform, opener) => {
  expect(findOpener(env, platform)).toEqual(opener)
})

it('reports when no browser could be started', async () => {
  expect(await openInBrowser('http://127.0.0.1/', { BROWSER: '/no/such/browser' })).toBe(false)
  expect(await openInBrowser('http://127.0.0.1/', { BROWSER: 'true' })).toBe(true)
})
