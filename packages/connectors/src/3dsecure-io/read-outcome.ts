import { TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'

import { type EmvMembers, textOf } from './read-message.ts'

/** Returns the members that an ARes and an RReq share; null if there is no valid EMV status. Values are passed on unchanged: a bank compares them. */
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
