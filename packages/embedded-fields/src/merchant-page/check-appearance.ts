import { CARD_LAYOUTS, type CardLayout } from '../protocol/form-plan.ts'
import { STYLE_TOKENS, type StyleTokens } from '../styles/tokens.ts'
import type { Appearance } from './embedded-fields-api.ts'
import { membersOf, objectOf } from './members.ts'
import { invalidOption } from './payment-component-error.ts'

export interface CheckedAppearance {
  readonly layout: CardLayout
  readonly style: StyleTokens
}

/** @throws When a member is unknown, or cannot be right. {@link PaymentComponentError} */
export function checkAppearance(appearance: Appearance | undefined): CheckedAppearance {
  const { layout = 'row', variables } = membersOf('appearance', appearance, ['layout', 'variables'])
  const known = CARD_LAYOUTS.find((name) => name === layout)
  if (!known) throw invalidOption('appearance.layout', CARD_LAYOUTS.join(' or '))
  const style: StyleTokens = {}
  for (const [name, value] of Object.entries(objectOf('appearance.variables', variables))) {
    const option = `appearance.variables.${name}`
    const token = STYLE_TOKENS.find((one) => toCamelCase(one) === name)
    if (!token) throw invalidOption(option, `one of ${STYLE_TOKENS.map(toCamelCase).join(', ')}`)
    if (value === undefined) continue
    if (typeof value !== 'string') throw invalidOption(option, 'a string of CSS')
    style[token] = value
  }
  return { layout: known, style }
}

function toCamelCase(name: string): string {
  return name.replace(/-[a-z]/g, ([, letter = '']) => letter.toUpperCase())
}
