import { GRANTABLE_ROLES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { grantScope, renewScope, SCOPES } from './scope.ts'

const ALL = ['merchant', 'transactions:payout'] as const

describe('grantScope', () => {
  it.each([undefined, '', '  ', 'profile', 'openid email'])('grants everything for %j', (requested) => {
    expect(grantScope(requested, ALL)).toEqual({ ok: true, granted: { scope: 'profile email', roles: ALL } })
  })

  it('grants only the named roles', () => {
    expect(grantScope('transactions:read profile transactions:payout transactions:read', ALL)).toEqual({
      ok: true,
      granted: {
        scope: 'profile email transactions:read transactions:payout',
        roles: ['transactions:read', 'transactions:payout'],
      },
    })
  })

  it('names the scopes that are unavailable', () => {
    expect(grantScope('admin sessions transactions:payout', ['sessions'])).toEqual({
      ok: false,
      scopes: 'admin transactions:payout',
    })
  })

  it('grants a composite only to a client with all of its parts', () => {
    expect(grantScope('merchant', ['sessions', 'customers'])).toEqual({ ok: false, scopes: 'merchant' })
    expect(grantScope('merchant', ['merchant'])).toMatchObject({ ok: true })
  })

  it.each(['constructor', '__proto__', 'toString'])('does not know the scope %s', (word) => {
    expect(grantScope(word, ALL)).toEqual({ ok: false, scopes: word })
  })
})

it('the supported scopes are those of every token and the roles, each of which is granted', () => {
  expect(SCOPES).toEqual(['profile', 'email', ...GRANTABLE_ROLES])
  expect(grantScope(SCOPES.join(' '), GRANTABLE_ROLES)).toMatchObject({ ok: true })
})

describe('renewScope', () => {
  const narrow = 'profile email sessions transactions:read'

  it('grants what was granted before', () => {
    expect(renewScope(undefined, narrow, ALL)).toEqual({
      ok: true,
      granted: { scope: narrow, roles: ['sessions', 'transactions:read'] },
    })
    expect(renewScope(undefined, 'profile email', ALL)).toEqual({
      ok: true,
      granted: { scope: 'profile email', roles: ALL },
    })
  })

  it('can narrow the scope, never widen it', () => {
    expect(renewScope('sessions', narrow, ALL)).toMatchObject({ ok: true, granted: { roles: ['sessions'] } })
    expect(renewScope('customers', narrow, ALL)).toEqual({ ok: false, scopes: 'customers' })
  })

  it('omits what the client has lost since', () => {
    expect(renewScope(undefined, narrow, ['sessions'])).toMatchObject({ granted: { roles: ['sessions'] } })
    expect(renewScope(undefined, narrow, ['customers'])).toMatchObject({ granted: { roles: [] } })
  })
})
