import { type CardLayout, PLAIN_CARD, type FormPlan, type Presence } from '../protocol/form-plan.ts'
import { checkFunction, requireText } from './check-options.ts'
import type { ComponentListeners, ComponentType, CustomerConfig } from './embedded-fields-api.ts'
import { membersOf, objectOf, type Members } from './members.ts'
import { invalidOption, PaymentComponentError } from './payment-component-error.ts'

/** The content of a component. */
export type ComponentPlan = FormPlan | { readonly component: 'alternative-payment-method' }

export interface CheckedConfig {
  readonly plan: ComponentPlan
  readonly listeners: ComponentListeners
}

/** The parser of `componentConfig` for each type of component. */
const PLANS: Readonly<Record<ComponentType, (config: Members) => ComponentPlan>> = {
  card: planCard,
  'saved-card': planSavedCard,
  'alternative-payment-method': (config) => {
    membersOf('componentConfig', config, [])
    return { component: 'alternative-payment-method' }
  },
}

const CUSTOMER_FLAGS = [
  'hasHolderName',
  'holderNameRequired',
  'hasHolderEmail',
  'holderEmailRequired',
] as const satisfies readonly (keyof CustomerConfig)[]

const LISTENERS = [
  'onReady',
  'onChange',
  'onFocus',
  'onBlur',
  'onComplete',
  'onError',
] as const satisfies readonly (keyof ComponentListeners)[]

const SAVED_CARD_MEMBERS = ['paymentMethodId', 'maskedPan', 'expirationDate', 'cardBrand'] as const

/**
 * Reads what a merchant's page gives to `create`. An unknown member is a typing error, and would otherwise be silently
 * ignored.
 *
 * @throws When there is no such component, or its configuration is invalid. {@link PaymentComponentError}
 */
export function checkConfig(type: string, config: unknown, layout: CardLayout = 'row'): CheckedConfig {
  if (!Object.hasOwn(PLANS, type)) {
    const types = Object.keys(PLANS).join(', ')
    throw new PaymentComponentError('unknown_component', `There is no component "${type}"; create ${types}`)
  }
  const { componentConfig, componentListeners } = membersOf('config', config, [
    'componentConfig',
    'componentListeners',
  ])
  const listeners = membersOf('componentListeners', componentListeners, LISTENERS)
  for (const [name, listener] of Object.entries(listeners))
    checkFunction(`componentListeners.${name}`, listener)
  const plan = PLANS[type as ComponentType](objectOf('componentConfig', componentConfig))
  return { plan: plan.component === 'card' ? { ...plan, layout } : plan, listeners }
}

function planCard(config: Members): ComponentPlan {
  const { customerConfig, saveCard } = membersOf('componentConfig', config, ['customerConfig', 'saveCard'])
  const flags = membersOf('customerConfig', customerConfig, CUSTOMER_FLAGS)
  for (const [name, flag] of Object.entries(flags)) readFlag(`customerConfig.${name}`, flag)
  const presence = (isShown: unknown, isRequired: unknown): Presence =>
    isShown ? (isRequired ? 'required' : 'optional') : 'hidden'
  return {
    ...PLAIN_CARD,
    holderName: presence(flags['hasHolderName'], flags['holderNameRequired']),
    holderEmail: presence(flags['hasHolderEmail'], flags['holderEmailRequired']),
    saveCard: readFlag('componentConfig.saveCard', saveCard),
  }
}

function readFlag(name: string, flag: unknown): boolean {
  if (flag !== undefined && typeof flag !== 'boolean') throw invalidOption(name, 'a boolean')
  return flag ?? false
}

function planSavedCard(config: Members): ComponentPlan {
  const { data } = membersOf('componentConfig', config, ['data'])
  const { paymentMethodId, ...savedCard } = readSavedCard(objectOf('componentConfig.data', data))
  if (!/^(0[1-9]|1[0-2])\d\d$/.test(savedCard.expirationDate)) {
    throw invalidOption('componentConfig.data.expirationDate', 'the month and the year as MMYY')
  }
  return { component: 'saved-card', paymentMethodId, savedCard }
}

/** Your server may pass the whole record of a saved card, so additional members are no mistake here. */
function readSavedCard(data: Members): Readonly<Record<(typeof SAVED_CARD_MEMBERS)[number], string>> {
  const known = SAVED_CARD_MEMBERS.map((member) => {
    const value = data[member]
    requireText(`componentConfig.data.${member}`, value)
    return [member, value.slice(0, 128)] as const
  })
  return Object.fromEntries(known) as Readonly<Record<(typeof SAVED_CARD_MEMBERS)[number], string>>
}
