import type { MigrationsFor } from './open-database.ts'
import { signingGenerations } from './migrations/0061-signing-generations.ts'
import { serviceKeys } from './migrations/0060-service-keys.ts'
import { firstSlice } from './migrations/0001-first-slice.ts'
import { idempotency } from './migrations/0002-idempotency.ts'
import { savedCards } from './migrations/0003-saved-cards.ts'
import { operations } from './migrations/0004-operations.ts'
import { alternativeMethods } from './migrations/0005-alternative-methods.ts'
import { sandboxes } from './migrations/0006-sandboxes.ts'
import { configuration } from './migrations/0007-configuration.ts'
import { dueWorkIndexes } from './migrations/0008-due-work-indexes.ts'
import { webhookDeliveries } from './migrations/0009-webhook-deliveries.ts'
import { audit } from './migrations/0010-audit.ts'
import { givenUpDeliveries } from './migrations/0012-given-up-deliveries.ts'
import { webhookRecords } from './migrations/0013-webhook-records.ts'
import { walletTokens } from './migrations/0016-wallet-tokens.ts'
import { hostedSessions } from './migrations/0014-hosted-sessions.ts'
import { storedCredentials } from './migrations/0080-stored-credentials.ts'
import { rateBuckets } from './migrations/0065-rate-buckets.ts'
import { clientKeys } from './migrations/0066-client-keys.ts'

/** The gateway's own tables. A migration that was released is never changed again: a later one corrects it. */
export const gatewayMigrations: MigrationsFor = (dialect) => ({
  '0001-first-slice': firstSlice(dialect),
  '0002-idempotency': idempotency(dialect),
  '0003-saved-cards': savedCards(dialect),
  '0004-operations': operations(dialect),
  '0005-alternative-methods': alternativeMethods(dialect),
  '0006-sandboxes': sandboxes(dialect),
  '0007-configuration': configuration(dialect),
  '0008-due-work-indexes': dueWorkIndexes(),
  '0009-webhook-deliveries': webhookDeliveries(dialect),
  '0010-audit': audit(dialect),
  '0012-given-up-deliveries': givenUpDeliveries(),
  '0013-webhook-records': webhookRecords(dialect),
  '0016-wallet-tokens': walletTokens(dialect),
  '0014-hosted-sessions': hostedSessions(),
  '0080-stored-credentials': storedCredentials(),
  '0065-rate-buckets': rateBuckets(dialect),
  '0066-client-keys': clientKeys(dialect),
  '0060-service-keys': serviceKeys(dialect),
  '0061-signing-generations': signingGenerations(dialect),
})
