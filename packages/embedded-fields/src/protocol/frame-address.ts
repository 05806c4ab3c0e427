import type { Locale } from '@sluice/types/vocabulary'
import { matchPageLocale } from '../locales/match-page-locale.ts'
import { CARD_LAYOUTS, PRESENCES, type FormPlan, type SavedCard } from './form-plan.ts'
import type { Scheme } from './messages.ts'

/**
 * The data that a frame needs before it can communicate. It is in the fragment, which browsers never send: no server
 * or log sees a session id. The language is in the query, because a document contains one language.
 */
export interface FrameParameters {
  readonly nonce: string
  /** The preferred languages, separated by commas, preferred first. */
  readonly locale: string
  readonly scheme: Scheme
}

/** The methods that a methods frame shows: all except cards, or only wallets if the page itself has the list. */
export const METHODS_SHOWN = ['all', 'wallets'] as const

export type MethodsShown = (typeof METHODS_SHOWN)[number]

/** The session of a frame that pays. */
export interface SessionFrameParameters extends FrameParameters {
  readonly sessionId: string
}

const CARD_FRAME_PATH = '/embedded-fields/card-frame/'
const METHODS_FRAME_PATH = '/embedded-fields/methods-frame/'
const METHODS_ADDRESS_PATH = '/embedded-fields/find/methods-frame/'
const THREE_DS_FRAME_PATH = '/three-ds/frame/'
const CHALLENGE_PAGE_PATH = '/three-ds/challenge/'

/** @param baseUrl - Of the gateway, without a slash at its end. */
export function cardFrameAddress(
  baseUrl: string,
  clientKey: string,
  parameters: SessionFrameParameters,
  plan: FormPlan,
): string {
  return addressOf(`${baseUrl}${CARD_FRAME_PATH}${clientKey}`, { ...parameters, ...flatten(plan) })
}

/**
 * Returns the path of the methods frame. It works on every origin where the gateway has the frame, because browsers
 * keep the fragment.
 *
 * @param baseUrl - Of the gateway, without a slash at its end.
 */
export function methodsAddress(
  baseUrl: string,
  clientKey: string,
  parameters: SessionFrameParameters,
): string {
  return addressOf(`${baseUrl}${METHODS_ADDRESS_PATH}${clientKey}`, { ...parameters })
}

/** @param methodsUrl - The gateway's origin for foreign scripts. */
export function methodsFrameAddress(
  methodsUrl: string,
  clientKey: string,
  parameters: SessionFrameParameters,
  show: MethodsShown = 'all',
): string {
  return addressOf(`${methodsUrl}${METHODS_FRAME_PATH}${clientKey}`, { ...parameters, show })
}

/** @param methodsUrl - The gateway's origin for foreign scripts. */
export function threeDsFrameAddress(
  methodsUrl: string,
  clientKey: string,
  parameters: FrameParameters,
): string {
  return addressOf(`${methodsUrl}${THREE_DS_FRAME_PATH}${clientKey}`, { ...parameters })
}

/** Returns the address of the page for browsers that cannot show a 3DS frame. Without a frame, it has no fragment. */
export function challengePageAddress(baseUrl: string, clientKey: string, sessionId: string): string {
  return `${baseUrl}${CHALLENGE_PAGE_PATH}${clientKey}/${sessionId}`
}

/** Returns the gateway and the merchant that a frame of the card or of other methods was loaded for. */
export function readFramePath(address: URL): { readonly baseUrl: string; readonly clientKey: string } {
  const [, path = '', clientKey = ''] =
    /^(.*)\/embedded-fields\/[\w-]+\/([^/]*)$/.exec(address.pathname) ?? []
  return { baseUrl: address.origin + path, clientKey }
}

export function readFragment(fragment: string): Omit<SessionFrameParameters, 'locale'> {
  const members = membersOf(fragment)
  return {
    nonce: members.get('nonce') ?? '',
    sessionId: members.get('sessionId') ?? '',
    scheme: members.get('scheme') === 'dark' ? 'dark' : 'light',
  }
}

/** Returns the language of a frame whose document does not bring one. */
export function readLocale(fragment: string): Locale {
  return matchPageLocale(membersOf(fragment).get('locale') ?? '')
}

export function readMethodsShown(fragment: string): MethodsShown {
  return oneOf(METHODS_SHOWN, membersOf(fragment).get('show')) ?? 'all'
}

/** Reads the form's plan. A missing or invalid value yields the plain card form. */
export function readFormPlan(fragment: string): FormPlan {
  const members = membersOf(fragment)
  const paymentMethodId = members.get('paymentMethodId')
  if (paymentMethodId !== null) {
    const textOf = (name: keyof SavedCard) => members.get(name) ?? ''
    const savedCard = {
      maskedPan: textOf('maskedPan'),
      expirationDate: textOf('expirationDate'),
      cardBrand: textOf('cardBrand'),
    }
    return { component: 'saved-card', savedCard, paymentMethodId }
  }
  return {
    component: 'card',
    layout: oneOf(CARD_LAYOUTS, members.get('layout')) ?? 'row',
    holderName: oneOf(PRESENCES, members.get('holderName')) ?? 'hidden',
    holderEmail: oneOf(PRESENCES, members.get('holderEmail')) ?? 'hidden',
    saveCard: members.get('saveCard') === 'true',
  }
}

function flatten(plan: FormPlan): Readonly<Record<string, string>> {
  if (plan.component === 'card') return { ...plan, saveCard: String(plan.saveCard) }
  return { paymentMethodId: plan.paymentMethodId, ...plan.savedCard }
}

function oneOf<T extends string>(values: readonly T[], wanted: string | null): T | undefined {
  return values.find((value) => value === wanted)
}

function membersOf(fragment: string): URLSearchParams {
  return new URLSearchParams(fragment.replace(/^#/, ''))
}

/** Returns an address with the wanted language in the query as well. */
function addressOf(
  document: string,
  members: Readonly<Record<string, string>> & Pick<FrameParameters, 'locale'>,
): string {
  return `${document}?${new URLSearchParams({ locale: members.locale })}#${new URLSearchParams(members)}`
}
