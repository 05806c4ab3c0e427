import { LOCALES, type Locale } from '@sluice/types/vocabulary'
import type { Scheme } from './messages.ts'

/**
 * What a frame must know before it can speak. It travels in the fragment, which browsers never send: the documents of
 * the frames stay the same for everybody, and no session id is in an address that a server or a log sees.
 */
export interface FrameParameters {
  readonly nonce: string
  readonly locale: Locale
  readonly scheme: Scheme
  /** Only the card frame has one. */
  readonly sessionId: string
}

const CARD_FRAME_PATH = '/embedded-fields/card-frame/'
const THREE_DS_FRAME_PATH = '/three-ds/frame'

/** @param baseUrl - Of the gateway, without a slash at its end. */
export function cardFrameAddress(baseUrl: string, clientKey: string, parameters: FrameParameters): string {
  return `${baseUrl}${CARD_FRAME_PATH}${clientKey}#${fragmentOf(parameters)}`
}

export function threeDsFrameAddress(baseUrl: string, parameters: Omit<FrameParameters, 'sessionId'>): string {
  return `${baseUrl}${THREE_DS_FRAME_PATH}#${fragmentOf(parameters)}`
}

/** The gateway and the merchant that a card frame was loaded for. */
export function readCardFramePath(address: URL): { readonly baseUrl: string; readonly clientKey: string } {
  const start = address.pathname.lastIndexOf(CARD_FRAME_PATH)
  return {
    baseUrl: address.origin + address.pathname.slice(0, start),
    clientKey: address.pathname.slice(start + CARD_FRAME_PATH.length),
  }
}

export function readFragment(fragment: string): FrameParameters {
  const members = new URLSearchParams(fragment.replace(/^#/, ''))
  const locale = members.get('locale')
  return {
    nonce: members.get('nonce') ?? '',
    sessionId: members.get('sessionId') ?? '',
    scheme: members.get('scheme') === 'dark' ? 'dark' : 'light',
    locale: LOCALES.find((known) => known === locale) ?? 'en-US',
  }
}

function fragmentOf(parameters: Partial<FrameParameters>): string {
  return new URLSearchParams({ ...parameters }).toString()
}
