import type { CardToThreeDs } from '../protocol/messages.ts'
import { encodeChallengeRequest, encodeMethodData } from '../three-ds/browser-messages.ts'

export interface Destination {
  readonly address: string
  /** Form fields to post; null to open the address. */
  readonly fields: Readonly<Record<string, string>> | null
  /** The 3-D Secure transaction whose response is awaited; null if the step does not name it. */
  readonly threeDsServerTransId: string | null
}

/** A step that takes the browser to the bank. */
export type BankStep = Exclude<CardToThreeDs, { type: 'stay' | 'elsewhere' }>

/** Returns where a step takes the browser, and with which fields. */
export function destinationOf(step: BankStep): Destination {
  switch (step.type) {
    case 'fingerprint':
      return {
        address: step.methodUrl,
        fields: { threeDSMethodData: encodeMethodData(step) },
        threeDsServerTransId: step.threeDsServerTransId,
      }
    case 'challenge':
      return {
        address: step.acsUrl,
        fields: { creq: encodeChallengeRequest(step) },
        threeDsServerTransId: step.threeDsServerTransId,
      }
    case 'redirect':
      return { address: step.url, fields: null, threeDsServerTransId: null }
    case 'form':
      return { address: step.url, fields: step.fields, threeDsServerTransId: null }
  }
}
