import {
  type CompletionIndicator,
  FINGERPRINT_RESULTS,
  type FingerprintResult,
} from '@sluice/types/vocabulary'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { encodeBase64UrlJson } from './base64-json.ts'

const THREE_DS_METHOD: KnownOptions<Parameters<typeof encodeThreeDsMethodData>[0]> = {
  threeDsServerTransId: true,
  notificationUrl: true,
}

/**
 * Builds the form field `threeDSMethodData` that the hidden frame posts to the issuer's method URL.
 *
 * @returns base64url without padding. EMV 3DS names its two members; their order does not matter.
 * @throws When the data has a member that none has. {@link ConfigurationError}
 * @see docs/protocol/three-ds.md#fingerprint
 */
export function encodeThreeDsMethodData(data: {
  readonly threeDsServerTransId: string
  readonly notificationUrl: string
}): string {
  refuseUnknownOptions(data, THREE_DS_METHOD, 'data')
  return encodeBase64UrlJson({
    threeDSServerTransID: data.threeDsServerTransId,
    threeDSMethodNotificationURL: data.notificationUrl,
  })
}

/**
 * Returns the `fingerprint_result` of `client.threeDs.requestAuthentication`.
 *
 * @param completion - `Y` the issuer's page reported, `N` it did not within 5 s, `U` there was no method URL.
 * @see docs/protocol/three-ds.md#fingerprint
 */
export function fingerprintResult(completion: CompletionIndicator): FingerprintResult {
  return FINGERPRINT_RESULTS[completion]
}
