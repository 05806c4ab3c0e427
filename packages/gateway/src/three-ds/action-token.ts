import type { ActionToken } from '@sluice/types'

/** Encodes an action token as Base64 of its JSON. @see docs/protocol/three-ds.md#action-token */
export function encodeActionToken(token: ActionToken): string {
  return Buffer.from(JSON.stringify(token), 'utf8').toString('base64')
}

/** Builds the token of a fingerprint step. */
export function fingerprintToken(options: {
  readonly methodUrl: string
  readonly threeDsServerTransId: string
  readonly methodNotificationUrl: string
  readonly messageVersion: string
  readonly challengeWindowSize: string
}): string {
  return encodeActionToken({
    three_ds_method_url: options.methodUrl,
    three_ds_server_trans_id: options.threeDsServerTransId,
    three_ds_method_notification_url: options.methodNotificationUrl,
    acs_url: null,
    acs_trans_id: null,
    message_version: options.messageVersion,
    challenge_window_size: options.challengeWindowSize,
  })
}

/** Builds the token of a challenge step. */
export function challengeToken(options: {
  readonly threeDsServerTransId: string
  readonly acsUrl: string
  readonly acsTransId: string
  readonly messageVersion: string
  readonly challengeWindowSize: string
}): string {
  return encodeActionToken({
    three_ds_method_url: null,
    three_ds_server_trans_id: options.threeDsServerTransId,
    three_ds_method_notification_url: null,
    acs_url: options.acsUrl,
    acs_trans_id: options.acsTransId,
    message_version: options.messageVersion,
    challenge_window_size: options.challengeWindowSize,
  })
}
