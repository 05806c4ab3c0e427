import { readFileSync } from 'node:fs'

import { PORTAL_ROLES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import {
  checkPermission,
  PORTAL_ACTIONS,
  PORTAL_RIGHTS,
  type PortalRight,
  RECENT_SIGN_IN_MS,
} from './portal-rights.ts'

const PROTOCOL = readFileSync(new URL('../../../docs/protocol/portal.md', import.meta.url), 'utf8')

/** The table of the documentation, as lines without padding. */
function readDocumented(): readonly string[] {
  const [, after = ''] = PROTOCOL.split('<!-- rights:')
  const [table = ''] = after.split('\nA person without')
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
}

it('matches the table in the documentation', () => {
  const lines = PORTAL_ACTIONS.map((action) => {
    const right: PortalRight = PORTAL_RIGHTS[action]
    const { roles, rolesInTest, withReason, needsRecentSignIn = false, needsBrowser = false } = right
    const needs = `${needsRecentSignIn ? ', 10 min' : ''}${needsBrowser ? ', browser' : ''}`
    const cells = PORTAL_ROLES.map((role) =>
      roles.includes(role)
        ? 'yes'
        : rolesInTest?.includes(role)
          ? 'test'
          : withReason && role === 'operator'
            ? 'reason'
            : '–',
    )
    return `| \`${action}\`${needs} | ${cells.join(' | ')} |`
  })
  expect(readDocumented()).toEqual(lines)
})

it('gives a person with several roles the rights of each', () => {
  const person = { roles: ['support', 'finance'] as const, authenticatedAtMs: 0, device: null }
  expect(checkPermission('manage', person, 0, 'production')).toBe('allowed')
  expect(checkPermission('listCustomers', person, 0, 'production')).toBe('forbidden')
  expect(checkPermission('manage', { ...person, roles: [] }, 0, 'production')).toBe('forbidden')
})

it('requires a fresh sign-in for secrets and exports', () => {
  const owner = { roles: ['owner'] as const, authenticatedAtMs: 1_000, device: null }
  const late = 1_000 + RECENT_SIGN_IN_MS
  expect(checkPermission('rotateWebhookSecret', owner, late - 1, 'production')).toBe('allowed')
  expect(checkPermission('rotateWebhookSecret', owner, late, 'production')).toBe('sign-in-too-old')
  expect(checkPermission('manage', owner, late, 'production')).toBe('allowed')
})

it('lets no program at a device admit people or other programs', () => {
  const owner = { roles: ['owner', 'operator'] as const, authenticatedAtMs: 0 }
  const actions = PORTAL_ACTIONS.filter((action) => {
    const ofBrowser = checkPermission(action, { ...owner, device: null }, 0, 'test')
    return (
      ofBrowser === 'allowed' &&
      checkPermission(action, { ...owner, device: 'a program' }, 0, 'test') !== 'allowed'
    )
  })
  expect(actions).toEqual([
    'approveDevice',
    'inviteUser',
    'changeUserRoles',
    'resetUserSignIn',
    'confirmUserLink',
    'acknowledgeNotices',
    'createClient',
    'rotateClientSecret',
    'inviteOwner',
  ])
})

it('gives developers the credentials of the test environment only', () => {
  const person = { roles: ['developer'] as const, authenticatedAtMs: 0, device: null }
  expect(checkPermission('rotateClientSecret', person, 0, 'test')).toBe('allowed')
  expect(checkPermission('rotateClientSecret', person, 0, 'production')).toBe('forbidden')
  expect(checkPermission('rotateClientSecret', { ...person, roles: ['owner'] }, 0, 'production')).toBe(
    'allowed',
  )
})

it('lets an operator read the payments of an impersonated merchant, and change none', () => {
  const person = { roles: ['operator'] as const, authenticatedAtMs: 0, device: null }
  expect(checkPermission('getTimeline', person, 0, 'production')).toBe('forbidden')
  expect(checkPermission('getTimeline', { ...person, isLooking: true }, 0, 'production')).toBe('allowed')
  for (const action of ['manage', 'exportTransactions', 'listCustomers'] as const)
    expect(checkPermission(action, { ...person, isLooking: true }, 0, 'production')).toBe('forbidden')
})
