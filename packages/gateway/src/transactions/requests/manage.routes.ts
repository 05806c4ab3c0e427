import type { ErrorItem, ManageRequest } from '@sluice/types'
import {
  type MerchantCaller,
  registerEndpoint,
  validationRefusal,
} from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { EnvironmentRules } from './authorize.routes.ts'
import { toWireTransaction } from '../answer/transaction.wire.ts'
import { type ManageOrder, manageTransaction } from '../follow-up/manage-transaction.ts'
import type { FollowUpPorts } from '../follow-up/follow-up-flow.ts'

/** Serves `POST /api/transactions/manage`. @see docs/protocol/manage.md#manage */
export function registerManage(server: HttpServer, ports: FollowUpPorts, rules: EnvironmentRules): void {
  registerEndpoint(
    server,
    'manage',
    async ({ body, caller, requestKey }) => {
      const managed = await manageTransaction(ports, { ...toOrder(body, caller), requestKey })
      if (managed.kind === 'refused') throw validationRefusal(managed.errors)
      return { status: 200, body: toWireTransaction(managed.transaction) }
    },
    {
      refine: (body) => [...rules.checkMetadata(body.metadata, 'operation'), ...refuseCaptureOptions(body)],
    },
  )
}

/** Only a capture leaves a remaining amount, which is released or stays open. */
function refuseCaptureOptions({ transaction_type, options }: ManageRequest): readonly ErrorItem[] {
  if (transaction_type === 'CAPTURE' || options?.final_capture === undefined) return []
  const property = 'options.final_capture'
  return [{ property, message: 'is for captures alone', params: [property] }]
}

function toOrder(body: ManageRequest, caller: MerchantCaller): ManageOrder {
  return {
    merchantId: caller.merchantId,
    terminalId: body.terminal_id,
    reference: body.reference,
    parentId: body.parent_transaction_id ?? null,
    operation: body.transaction_type,
    amountMinor: body.amount,
    currency: body.currency,
    finalCapture: body.options?.final_capture ?? true,
    metadata: body.metadata ?? null,
  }
}
