/** The causes for which a webhook message is rejected, for programs. They are never renamed; new ones may be added. */
export const WEBHOOK_FAILURE_CAUSES = [
  'body_missing',
  'body_parsed',
  'body_reserialized',
  'body_changed',
  'body_too_large',
  'header_missing',
  'header_malformed',
  'timestamp_too_old',
  'timestamp_too_new',
  'version_unknown',
  'secret_missing',
  'secret_malformed',
  'secret_rotated',
  'secret_of_another_subscription',
  'secret_unknown',
  'message_unknown',
  'signature_mismatch',
  'not_an_event',
  'runtime_unsupported',
] as const

/** The cause for which a webhook does not verify, for programs. */
export type WebhookFailureCause = (typeof WEBHOOK_FAILURE_CAUSES)[number]
