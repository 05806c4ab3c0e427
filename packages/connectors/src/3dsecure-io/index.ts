import type { ThreeDsConnector } from '../kit/connector.ts'
import type { Step, StepContext } from '../kit/step.ts'
import type { ThreeDsCall, ThreeDsCallAnswer } from '../kit/three-ds-call.ts'
import { authenticate } from './authenticate.ts'
import { enrol } from './enrol.ts'
import { readResult } from './read-result.ts'

function step(call: ThreeDsCall, context: StepContext): Step<ThreeDsCallAnswer> {
  switch (call.name) {
    case 'enrol':
      return enrol(call.message, context)
    case 'authenticate':
      return authenticate(call.message, context)
    case 'result':
      return readResult(call.message, context)
  }
}

/** A UUID. */
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** 3dsecure.io: a 3-D Secure server whose interface is the messages of EMV 3-D Secure. */
export const CONNECTOR: ThreeDsConnector = {
  kind: '3ds-server',
  type: '3dsecure-io',
  title: '3dsecure.io',
  url: 'https://service.3dsecure.io',
  // Each message names its version of EMV 3-D Secure.
  apiVersion: null,
  secrets: [
    {
      name: 'api_key',
      isRequired: true,
      description: 'The key of the account, which 3dsecure.io issues.',
      patterns: { live: KEY, test: KEY },
    },
  ],
  threeRi: true,
  step,
}
