import type { ColumnType } from 'kysely'

/** Set once at insert, never updated. */
type Fixed<T> = ColumnType<T, T, never>

/** Tables of the simulators. They stand for systems outside the gateway, so their keys are the ids that cross the border. */
export interface SimulatorTables {
  simulated_challenges: SimulatedChallengeTable
  simulated_challenge_rounds: SimulatedChallengeRoundTable
  simulated_authorizations: SimulatedAuthorizationTable
}

export interface SimulatedChallengeTable {
  three_ds_server_trans_id: Fixed<string>
  acs_trans_id: Fixed<string>
  ds_trans_id: Fixed<string>
  message_version: Fixed<string>
  flow: Fixed<string>
  brand: Fixed<string>
  card_last4: Fixed<string>
  merchant_name: Fixed<string | null>
  amount: Fixed<number>
  currency: Fixed<string>
  notification_url: Fixed<string>
  language: Fixed<string>
  created_at: Fixed<number>
}

export interface SimulatedChallengeRoundTable {
  three_ds_server_trans_id: Fixed<string>
  round: Fixed<number>
  wrong_passwords: number
  /** completed | error; null while the shopper is asked. */
  outcome: string | null
  trans_status: string | null
  trans_status_reason: string | null
  challenge_cancel: string | null
  authentication_value: string | null
  opened_at: Fixed<number>
  ended_at: number | null
}

/** What each provider decided, by idempotency key. */
export interface SimulatedAuthorizationTable {
  provider_id: Fixed<string>
  idempotency_key: Fixed<string>
  processing_code: Fixed<string>
  provider_response_code: Fixed<string>
  provider_response_message: Fixed<string>
  retryable: Fixed<number>
  approval_code: Fixed<string>
  reference_number: Fixed<string>
  systan: Fixed<number>
  created_at: Fixed<number>
}
