import type { SimulatorTables } from '@sluice/simulators'
import { AUDIT_TABLES, type AuditTables } from '@sluice/platform/audit/audit.tables'
import { DATABASE_TABLES, type DatabaseTables } from '@sluice/platform/database/database.tables'
import type { OwnedTables } from '@sluice/platform/database/owned-tables'
import { IDEMPOTENCY_TABLES, type IdempotencyTables } from '@sluice/platform/idempotency/idempotency.tables'
import { RATE_LIMIT_TABLES, type RateLimitTables } from '@sluice/platform/rate-limits/rate-limits.tables'
import { SECRETS_TABLES, type SecretsTables } from '@sluice/platform/secrets/secrets.tables'
import { FAILED_REQUEST_TABLES, type FailedRequestTables } from '@sluice/portal-api/failed-requests'
import { IDENTITY_TABLES, type IdentityTables } from '@sluice/identity'
import { PORTAL_TABLES, type PortalTables } from '@sluice/portal-api'

import {
  CONFIGURATION_FILE_TABLES,
  type ConfigurationFileTables,
} from '../configuration-file/configuration-file.tables.ts'
import { CUSTOMER_TABLES, type CustomerTables } from '../customers/index.ts'
import { MERCHANT_TABLES, type MerchantTables } from '../merchants/index.ts'
import { PAYMENT_LINK_TABLES, type PaymentLinkTables } from '../payment-links/index.ts'
import { PAYMENT_METHOD_TABLES, type PaymentMethodTables } from '../payment-methods/index.ts'
import { PROVIDER_HEALTH_TABLES, type ProviderHealthTables } from '../provider-health/index.ts'
import { REFERENCE_TABLES, type ReferenceTables } from '../references/index.ts'
import { RISK_TABLES, type RiskTables } from '../risk/index.ts'
import { SESSION_TABLES, type SessionTables } from '../sessions/index.ts'
import { TRANSACTION_TABLES, type TransactionTables } from '../transactions/index.ts'
import { WEBHOOK_TABLES, type WebhookTables } from '../webhooks/index.ts'

/** All tables of the gateway. Only composition, invariants and tests see them together; a slice sees its own. */
export type Database = AuditTables &
  ConfigurationFileTables &
  CustomerTables &
  DatabaseTables &
  FailedRequestTables &
  IdempotencyTables &
  IdentityTables &
  MerchantTables &
  PaymentLinkTables &
  PaymentMethodTables &
  PortalTables &
  ProviderHealthTables &
  RateLimitTables &
  ReferenceTables &
  RiskTables &
  SecretsTables &
  SessionTables &
  TransactionTables &
  WebhookTables

/** Merchants come last, because their data is removed before them. */
export const GATEWAY_TABLES: OwnedTables<keyof Database> = join<keyof Database>([
  AUDIT_TABLES,
  CONFIGURATION_FILE_TABLES,
  CUSTOMER_TABLES,
  DATABASE_TABLES,
  FAILED_REQUEST_TABLES,
  IDEMPOTENCY_TABLES,
  IDENTITY_TABLES,
  PAYMENT_LINK_TABLES,
  PAYMENT_METHOD_TABLES,
  PORTAL_TABLES,
  PROVIDER_HEALTH_TABLES,
  RATE_LIMIT_TABLES,
  REFERENCE_TABLES,
  RISK_TABLES,
  SECRETS_TABLES,
  SESSION_TABLES,
  TRANSACTION_TABLES,
  WEBHOOK_TABLES,
  MERCHANT_TABLES,
])

/** All tables of the simulators, which store their books in the database of the gateway that loads them. */
const SIMULATED: Readonly<Record<keyof SimulatorTables, true>> = {
  simulated_authorizations: true,
  simulated_callbacks: true,
  simulated_challenge_rounds: true,
  simulated_challenges: true,
  simulated_clocks: true,
  simulated_held_payments: true,
  simulated_order_keys: true,
  simulated_orders: true,
  simulated_refunds: true,
}

/** The names of the simulators' tables, for processes without simulators. */
export const SIMULATOR_TABLE_NAMES: readonly string[] = Object.keys(SIMULATED)

/** The table lists of all slices. */
type Part<Table extends string> = Omit<OwnedTables<Table>, 'erasure'> & {
  readonly erasure: Partial<OwnedTables<Table>['erasure']>
}

function join<Table extends string>(lists: readonly Part<Table>[]): OwnedTables<Table> {
  return {
    tenants: lists.flatMap(({ tenants }) => tenants),
    service: lists.flatMap(({ service }) => service),
    deadlines: lists.flatMap(({ deadlines }) => deadlines),
    realTimes: lists.flatMap(({ realTimes }) => realTimes),
    erasure: Object.assign({}, ...lists.map(({ erasure }) => erasure)) as OwnedTables<Table>['erasure'],
  }
}
