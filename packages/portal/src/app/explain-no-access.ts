import type { Section } from '../sections.ts'
import { TEXTS } from '../texts/texts.ts'
import type { Session } from './session.ts'

const { noAccess: texts } = TEXTS

/** Says why a person may not open a page, and what to ask for, and whom. */
export function explainNoAccess(
  { roles }: Pick<Section, 'roles'>,
  { merchant, viewing, environment }: Pick<Session, 'merchant' | 'viewing' | 'environment'>,
): string {
  if (viewing !== null) return texts.viewing(viewing.name)
  if (roles === 'operator') return texts.operator
  if (merchant === null) return texts.merchant
  if (roles === 'test' && environment === 'production') return texts.test
  if (roles === 'everybody') return texts.everybody
  return texts.roles(roles === 'test' ? ['owner', 'developer'] : roles, merchant.name)
}
