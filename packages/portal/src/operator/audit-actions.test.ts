import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { AUDIT_ACTIONS } from '../texts/audit-texts.ts'

it('calls every action of the audit trail by words', () => {
  const source = new URL('../../../platform/src/audit/audit-entry.ts', import.meta.url)
  const [list = ''] = readFileSync(source, 'utf8').split('} as const')
  const actions = [...list.matchAll(/^  '([a-z.-]+)':/gm)].map(([, action]) => action)
  expect(Object.keys(AUDIT_ACTIONS)).toEqual(actions)
  expect(new Set(Object.values(AUDIT_ACTIONS)).size).toBe(actions.length)
})
