import type { PageTextName } from '../locales/page-texts.ts'
import { cardFrameAddress, methodsAddress, type SessionFrameParameters } from '../protocol/frame-address.ts'
import {
  readCardToPage,
  readMethodsToPage,
  type CardToPage,
  type MessageReader,
  type MethodsToPage,
} from '../protocol/messages.ts'
import { fieldsOf } from '../protocol/form-plan.ts'
import { formHeightPx, METHODS_HEIGHT_PX } from '../styles/layout.ts'
import type { StyleTokens } from '../styles/tokens.ts'
import type { ComponentPlan } from './check-config.ts'
import type { Settings } from './check-options.ts'
import type { ComponentField } from './embedded-fields-api.ts'

export type FrameToPage = CardToPage | MethodsToPage

/** The properties that distinguish the frame of a component. */
export interface FrameKind {
  readonly fields: readonly ComponentField[]
  /** The sandbox of the frame. No frame may navigate this page. */
  readonly sandbox: string
  /** Permissions besides autofill. */
  readonly allow: string
  readonly read: MessageReader<FrameToPage>
  /** Whether foreign scripts run in it, so that the gateway redirects it to another origin. */
  readonly isApart: boolean
  address(settings: Settings, parameters: SessionFrameParameters): string
  /** The height that is reserved before the frame has loaded, so that nothing on the page moves. */
  heightPx(tokens: StyleTokens): number
  readonly title: PageTextName
}

const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

export function frameKindOf(plan: ComponentPlan): FrameKind {
  if (plan.component === 'alternative-payment-method') {
    return {
      fields: ['method'],
      // A wallet shows its sheet in a separate window.
      sandbox: `${SANDBOX} allow-popups allow-popups-to-escape-sandbox`,
      allow: 'payment *',
      read: readMethodsToPage,
      isApart: true,
      address: ({ baseUrl, clientKey }, parameters) => methodsAddress(baseUrl, clientKey, parameters),
      heightPx: () => METHODS_HEIGHT_PX,
      title: 'methodList',
    }
  }
  return {
    fields: fieldsOf(plan),
    sandbox: SANDBOX,
    allow: '',
    read: readCardToPage,
    isApart: false,
    address: ({ baseUrl, clientKey }, parameters) => cardFrameAddress(baseUrl, clientKey, parameters, plan),
    heightPx: (tokens) => formHeightPx(plan, tokens),
    title: 'cardForm',
  }
}
