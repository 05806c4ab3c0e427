import { TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'

import { type EmvMembers, textOf } from './read-message.ts'

/** What an ARes and a RReq say alike; null without a status that EMV has. Values pass as they are: a bank compares them. */
export function readOutcome(message: EmvMembers) {
  const transStatus = TRANS_STATUSES.find(
    (status): status is TransStatus => status === message['transStatus'],
  )
  if (transStatus === undefined) return null
  return {
    trans_status: transStatus,
    trans_status_reason: textOf(message, 'transStatusReason'),
    eci: textOf(message, 'eci'),
    authentication_value: textOf(message, 'authenticationValue'),
    ds_trans_id: textOf(message, 'dsTransID'),
    acs_trans_id: textOf(message, 'acsTransID'),
  }
}
