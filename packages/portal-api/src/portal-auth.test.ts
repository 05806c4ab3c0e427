import { Socket } from 'node:net'
import { expect, it } from 'vitest'

import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { createPortalAuth } from './portal-auth.ts'
import type { PortalSession } from './portal-session.ts'

it('names its cookie so that browsers keep it to this origin and to HTTPS', async () => {
  const kept: Omit<PortalSession, 'view'>[] = []
  const auth = createPortalAuth({
    environment: 'production',
    sessions: {
      add: async (_, session) => void kept.push(session),
      find: () => Promise.resolve(null),
      list: () => Promise.resolve([]),
      end: () => Promise.resolve(0),
      see: () => Promise.resolve(),
      impersonate: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      removeEnded: () => Promise.resolve(0),
    },
    realTime: systemClock,
    random: createSystemRandom(systemClock),
    portalUrl: () => 'https://portal.example',
    writeAudit: () => Promise.resolve(),
    isLoginOver: () => Promise.resolve(false),
  })
  const login = {
    userId: 'u-1',
    merchantId: 'm-1',
    roles: ['support'],
    authenticatedAtMs: 0,
    name: 'Ada',
    email: null,
  } as const
  const cookie = await auth.createPortalSession(login, {
    headers: {},
    id: 'request',
    ip: '127.0.0.1',
    socket: new Socket(),
  })
  expect(cookie).toMatch(
    /^__Host-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(kept).toMatchObject([login])
})
